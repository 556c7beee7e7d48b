import type { Logger } from '@tidemark/shared/observability/logger'
import type { DesktopCallArgs } from '@tidemark/shared/ipc/desktop-calls'

/** Writes the lines that pages log to their own file. */
export interface PageLog {
  write(line: DesktopCallArgs<'write-log'>): void
}

const periodMs = 60_000
/**
 * The most lines per minute from all pages together: a page that fails in a loop would push earlier lines out of the
 * file.
 */
export const maxLinesInPeriod = 200

export function createPageLog(log: Logger, now: () => number = Date.now): PageLog {
  let startedAt = -Infinity
  let count = 0
  return {
    write: ({ level, message, fields }) => {
      if (now() - startedAt >= periodMs) {
        if (count > maxLinesInPeriod) log.info({ count: count - maxLinesInPeriod }, 'Lines of pages were left out.')
        startedAt = now()
        count = 0
      }
      count += 1
      if (count <= maxLinesInPeriod) log[level](fields, message)
    },
  }
}
