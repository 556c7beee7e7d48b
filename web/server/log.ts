import { pino } from 'pino'
import type { Logger } from '@tidemark/shared/observability/logger'
import { getReporting } from './observability/reporting'

export type { Logger }

/**
 * Logs JSON lines to standard error: standard output belongs to the line with the address. Lines of a request carry the ids
 * of its trace.
 */
export function createLogger(level: 'error' | 'info' | 'debug'): Logger {
  const mixin = () => ({ ...getReporting()?.traceFields() })
  return pino({ level, base: null, mixin }, pino.destination({ fd: 2, sync: false }))
}
