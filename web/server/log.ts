import { pino } from 'pino'

/** Three levels: error = a developer must look; info = a change of state; debug = the rest. */
export interface Logger {
  error(fields: LogFields, message: string): void
  info(fields: LogFields, message: string): void
  debug(fields: LogFields, message: string): void
}

export type LogFields = Readonly<Record<string, unknown>>

/** Logs JSON lines to standard error: standard output belongs to the line with the address. */
export function createLogger(level: 'error' | 'info' | 'debug'): Logger {
  return pino({ level, base: null }, pino.destination({ fd: 2, sync: false }))
}
