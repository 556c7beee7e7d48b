'use client'

import { useEffect } from 'react'

/** The pause in typing after which the text is stored. */
export const typingPauseMs = 600

/**
 * Stores typed text when it may be lost: the page closes, is hidden or left by the back button, or the component
 * unmounts. store: stable between renders.
 */
export function useStoreWhenLeft(store: () => void): void {
  useEffect(() => {
    const storeIfHidden = () => document.visibilityState === 'hidden' && store()
    // After a reload, going back leads to another page from the server, and the workspace is closed before its
    // components unmount.
    for (const event of ['pagehide', 'popstate']) addEventListener(event, store)
    document.addEventListener('visibilitychange', storeIfHidden)
    return () => {
      for (const event of ['pagehide', 'popstate']) removeEventListener(event, store)
      document.removeEventListener('visibilitychange', storeIfHidden)
      store()
    }
  }, [store])
}
