import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** True if the page is being printed. What is drawn for that stands there before the browser takes its picture. */
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
