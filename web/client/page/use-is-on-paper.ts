import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * Returns true while the page is being printed. Switches synchronously, so that what is drawn for print is there before
 * the browser captures the page.
 */
export function useIsOnPaper(): boolean {
  const [isOnPaper, setIsOnPaper] = useState(false)
  useEffect(() => {
    const over = new AbortController()
    addEventListener('beforeprint', () => flushSync(() => setIsOnPaper(true)), { signal: over.signal })
    addEventListener('afterprint', () => setIsOnPaper(false), { signal: over.signal })
    return () => over.abort()
  }, [])
  return isOnPaper
}
