import { catalogue } from '@tidemark/shared/errors/catalogue'
import { toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { LogFields, Logger } from '@tidemark/shared/observability/logger'
import { getMetrics } from './metrics'
import { reportFailure } from './reporting'

const told = new WeakSet<object>()

/**
 * One line of the log about what a developer must look at; where the catalogue calls it reportable also one event, if
 * reports are on, and one count. What passes several who log it, as an error that many runs share, is told once.
 *
 * fields: besides its code and cause. message: default the catalogue's sentence.
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
