const checkEveryMs = 200

/**
 * DuckDB's memory limit does not count everything (long strings, lists under construction, this process's own heap).
 * Calls `onExcess` when the process holds far more than the limit allows for, again at each check until it is back.
 */
export function watchMemory(memoryLimitBytes: number, onExcess: () => void): void {
  const maxBytes = memoryLimitBytes * 1.5 + 1024 * 1024 * 1024
  setInterval(() => {
    if (process.memoryUsage.rss() > maxBytes) onExcess()
  }, checkEveryMs).unref()
}
