import { useEffect, useState } from 'react'

const tickMs = 100

/** Milliseconds since `isRunning` became true; 0 while it is false, and in the first render. */
export function useElapsedMs(isRunning: boolean): number {
  const [elapsedMs, setElapsedMs] = useState(0)
  useEffect(() => {
    if (!isRunning) return
    const startedAt = performance.now()
    const timer = setInterval(() => setElapsedMs(performance.now() - startedAt), tickMs)
    return () => {
      clearInterval(timer)
      setElapsedMs(0)
    }
  }, [isRunning])
  return isRunning ? elapsedMs : 0
}
