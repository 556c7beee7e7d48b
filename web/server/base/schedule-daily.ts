const dayMs = 24 * 60 * 60 * 1000

/**
 * Runs a function after `firstAfterMs` and then once a day, without keeping the process alive. Returns a function that
 * stops it.
 */
export function scheduleDaily(run: () => void, firstAfterMs: number): () => void {
  const first = setTimeout(run, firstAfterMs)
  const daily = setInterval(run, dayMs)
  first.unref()
  daily.unref()
  return () => {
    clearTimeout(first)
    clearInterval(daily)
  }
}
