import { format } from 'node:util'
import type { Logger } from '@tidemark/shared/observability/logger'

/**
 * Redirects console output to the log at level debug. Next prints its start-up time, and each page error and uncaught
 * error over many lines, although these are logged where we receive them.
 */
export function logConsole(log: Logger): void {
  const say = (...parts: readonly unknown[]) => log.debug({ text: format(...parts) }, 'printed')
  Object.assign(console, { error: say, warn: say, info: say, log: say })
}
