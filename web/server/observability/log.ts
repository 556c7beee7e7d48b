import { pino, type DestinationStream } from 'pino'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { Logger } from '@tidemark/shared/observability/logger'
import { getReporting } from './reporting'

export type { Logger }

/**
 * Creates a logger that writes JSON lines to standard error, since standard output is for the line with the address.
 * Lines of a request include its trace ids.
 */
export function createLogger(
  level: 'error' | 'info' | 'debug',
  destination: DestinationStream = pino.destination({ fd: 2, sync: false }),
): Logger {
  const mixin = () => ({ ...getReporting()?.traceFields() })
  return pino({ level, base: null, mixin, serializers: { err: errorFields } }, destination)
}

/**
 * Returns the fields to log of an error: its message and stack, including those of its causes, its code, and our own
 * details. Other fields are left out, because database drivers put whole statements and rows into them.
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
