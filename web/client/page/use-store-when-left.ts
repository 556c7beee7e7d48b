'use client'

import { useEffect } from 'react'

/** After so long without a key, what was typed is stored. */
export const typingPauseMs = 600

/**
 * Stores what was typed when its place may go: the page closes, is hidden or gone back from, or the part is taken away.
 * store: stable between renders.
 */
export function useStoreWhenLeft(store: () => void): void {
  useEffect(() => {
    const storeIfHidden = () => document.visibilityState === 'hidden' && store()
    // After a reload the way back leads to another page of the server’s: its workspace is closed before what is in it.
    for (const event of ['pagehide', 'popstate']) addEventListener(event, store)
    document.addEventListener('visibilitychange', storeIfHidden)
    return () => {
      for (const event of ['pagehide', 'popstate']) removeEventListener(event, store)
      document.removeEventListener('visibilitychange', storeIfHidden)
      store()
    }
  }, [store])
}
