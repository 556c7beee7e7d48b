const dayMs = 24 * 60 * 60 * 1000

/** Does something so long after now and then once a day, without keeping the process alive; returns how to stop. */
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
