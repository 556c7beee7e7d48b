import { pino, type DestinationStream } from 'pino'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { Logger } from '@tidemark/shared/observability/logger'
import { getReporting } from './reporting'

export type { Logger }

/**
 * Logs JSON lines to standard error: standard output belongs to the line with the address. Lines of a request carry the ids
 * of its trace.
 */
export function createLogger(
  level: 'error' | 'info' | 'debug',
  destination: DestinationStream = pino.destination({ fd: 2, sync: false }),
): Logger {
  const mixin = () => ({ ...getReporting()?.traceFields() })
  return pino({ level, base: null, mixin, serializers: { err: errorFields } }, destination)
}

/**
 * Picks what is logged of an error: its message and stack, with those of its causes, its code, and what we said of it ourselves. Drivers
 * of databases put whole statements and rows into others of their errors' fields.
 */
function errorFields(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return String(thrown)
  const { type, message, stack } = pino.stdSerializers.err(thrown)
  const code: unknown = Reflect.get(thrown, 'code')
  return {
    type,
    message,
    stack,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(thrown instanceof TidemarkError ? { detail: thrown.detail, hint: thrown.hint } : {}),
    ...(thrown instanceof AggregateError ? { errors: thrown.errors.map(errorFields) } : {}),
  }
}
