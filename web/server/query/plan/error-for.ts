import type { ErrorCode } from '@tidemark/shared/errors/catalogue'
import type { ErrorBody, TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { connectionErrors } from '@/server/connectors/connection-error'
import type { RunPlan } from './plan-run'

/** The codes that a query can fail with, wherever it runs. */
export const runErrors: readonly ErrorCode[] = [
  'forbidden',
  'not-found',
  'connection-not-found',
  ...connectionErrors,
  'connection-file',
  'query-refused',
  'query-syntax',
  'query-unknown-name',
  'dataset-in-trash',
  'dataset-unreadable',
  'query-old-database',
  'query-type',
  'query-incomplete',
  'query-parameter',
  'query-failed',
  'query-timed-out',
  'query-cancelled',
  'query-out-of-memory',
  'query-disk-full',
  'engine-unavailable',
  'queue-full',
]

/**
 * The error to tell of a failure, with its place in the SQL as written. Somebody who may only see results learns
 * that it failed, but not what quotes the SQL. plan: undefined when it failed before there was one.
 */
export function errorFor(error: TidemarkError, plan: RunPlan | undefined): ErrorBody {
  const body = error.toBody()
  if (plan === undefined) return body
  if (plan.maySeeSql) return body.position === undefined ? body : { ...body, position: plan.positionOf(body.position) }
  return {
    code: body.code,
    message: body.message,
    ...(body.retryable === undefined ? {} : { retryable: body.retryable }),
  }
}
