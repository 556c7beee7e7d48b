import { catalogue } from '@tidemark/shared/errors/catalogue'
import { toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { LogFields, Logger } from '@tidemark/shared/observability/logger'
import { getMetrics } from './metrics'
import { reportFailure } from './reporting'

const told = new WeakSet<object>()

/**
 * Logs a failure that a developer should look at. If the catalogue marks it reportable, also reports it and counts it.
 * A failure that passes through several callers, such as the error of a shared run, is logged once.
 *
 * fields: logged in addition to its code and cause. message: default: the catalogue's sentence.
 */
export function logFailure(log: Logger, thrown: unknown, fields: LogFields = {}, message?: string): void {
  const error = toTidemarkError(thrown)
  const cause = error.cause ?? error
  if (typeof cause === 'object' && cause !== null) {
    if (told.has(cause)) return
    told.add(cause)
  }
  log.error({ ...fields, code: error.code, err: cause }, message ?? error.message)
  if (!catalogue[error.code].reportable) return
  reportFailure(cause, error.code)
  getMetrics().countError(error.code)
}
