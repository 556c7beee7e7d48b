const checkEveryMs = 100
/** How long an interrupt has to bring the memory back before the process gives up on itself. */
const patienceMs = 500

export interface MemoryWatchOptions {
  readonly memoryLimitBytes: number
  /** Asks everything that runs to stop. */
  readonly onExcess: () => void
  /** Asking did not help. */
  readonly onLost: () => void
}

/**
 * DuckDB's memory limit does not count everything (long strings and lists while a function makes them, this process's own
 * heap), and a function that makes one huge value hears no interrupt. Acts when the process holds far more than the limit.
 */
export function watchMemory({ memoryLimitBytes, onExcess, onLost }: MemoryWatchOptions): void {
  const maxBytes = memoryLimitBytes * 1.5 + 1024 * 1024 * 1024
  let excessSince: number | null = null
  setInterval(() => {
    if (process.memoryUsage.rss() <= maxBytes) {
      excessSince = null
      return
    }
    excessSince ??= performance.now()
    if (performance.now() - excessSince < patienceMs) onExcess()
    else onLost()
  }, checkEveryMs).unref()
}
