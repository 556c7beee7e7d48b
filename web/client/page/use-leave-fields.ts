'use client'

import { useEffect } from 'react'

/**
 * Leaves the field that somebody is in as its page goes, by reload, closing or the way back: names and numbers are stored when
 * their field is left, and a page that goes leaves none by itself.
 */
export function useLeaveFields(): void {
  useEffect(() => {
    const leave = () => {
      const field = document.activeElement
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.blur()
    }
    // Before those who close what the field is in.
    for (const event of ['pagehide', 'popstate']) addEventListener(event, leave, { capture: true })
    return () => {
      for (const event of ['pagehide', 'popstate']) removeEventListener(event, leave, { capture: true })
    }
  }, [])
}
