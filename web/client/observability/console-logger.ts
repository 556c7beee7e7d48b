import type { Logger } from '@tidemark/shared/observability/logger'
import type { ReadTrace } from '@tidemark/shared/observability/trace-fields'

let readTrace: ReadTrace = () => undefined

/** The product's logger in a browser: the console. */
export const consoleLogger: Logger = {
  error: (fields, message) => console.error(message, { ...fields, ...readTrace() }),
  info: (fields, message) => console.info(message, { ...fields, ...readTrace() }),
  debug: (fields, message) => console.debug(message, { ...fields, ...readTrace() }),
}

/** From here on lines carry the ids of the trace that runs. */
export function traceLogWith(read: ReadTrace): void {
  readTrace = read
}
