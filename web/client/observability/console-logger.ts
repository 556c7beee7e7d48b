import type { Logger } from '@tidemark/shared/observability/logger'

/** The product's logger in a browser: the console. */
export const consoleLogger: Logger = {
  error: (fields, message) => console.error(message, fields),
  info: (fields, message) => console.info(message, fields),
  debug: (fields, message) => console.debug(message, fields),
}
