import { format } from 'node:util'
import type { Logger } from '@tidemark/shared/observability/logger'

/**
 * What is printed from here on is a line of the log, at debug: Next prints each error of a page and each that nobody caught, over
 * many lines, all of which are logged where they are handed to us.
 */
export function logConsole(log: Logger): void {
  const say = (...parts: readonly unknown[]) => log.debug({ text: format(...parts) }, 'printed')
  Object.assign(console, { error: say, warn: say })
}
