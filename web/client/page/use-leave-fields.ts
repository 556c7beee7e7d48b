'use client'

import { useEffect } from 'react'

/**
 * Blurs the focused field when its page goes, by reload, closing or the back button: names and numbers are stored on
 * blur, which a closing page does not cause by itself.
 */
export function useLeaveFields(): void {
  useEffect(() => {
    const leave = () => {
      const field = document.activeElement
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.blur()
    }
    // Capture runs before the listeners that close what holds the field.
    for (const event of ['pagehide', 'popstate']) addEventListener(event, leave, { capture: true })
    return () => {
      for (const event of ['pagehide', 'popstate']) removeEventListener(event, leave, { capture: true })
    }
  }, [])
}
