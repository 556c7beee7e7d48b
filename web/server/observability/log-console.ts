import { format } from 'node:util'
import type { Logger } from '@tidemark/shared/observability/logger'

/**
 * Turns what is printed from here on into lines of the log, at debug: Next prints how long it took to start, and over many lines each
 * error of a page and each that nobody caught, all of which are logged where they are handed to us.
 */
export function logConsole(log: Logger): void {
  const say = (...parts: readonly unknown[]) => log.debug({ text: format(...parts) }, 'printed')
  Object.assign(console, { error: say, warn: say, info: say, log: say })
}
