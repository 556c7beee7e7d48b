/**
 * Logs at three levels: error = a developer must look; info = a change of state; debug = the rest. Being offline is not
 * an error.
 */
export interface Logger {
  error(fields: LogFields, message: string): void
  info(fields: LogFields, message: string): void
  debug(fields: LogFields, message: string): void
}

export type LogFields = Readonly<Record<string, unknown>>
