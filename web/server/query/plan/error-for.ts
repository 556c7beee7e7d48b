import type { ErrorCode } from '@tidemark/shared/errors/catalogue'
import type { ErrorBody, TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { connectionErrors } from '@/server/connectors/connection-error'
import type { RunPlan } from './plan-run'

/** The codes with which any query can fail. */
export const runErrors: readonly ErrorCode[] = [
  'forbidden',
  'not-found',
  'connection-not-found',
  ...connectionErrors,
  'connection-file',
  'query-refused',
  'query-syntax',
  'text-too-large',
  'query-unknown-name',
  'dataset-in-trash',
  'dataset-unreadable',
  'model-unusable',
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
  'engine-stopped',
  'query-stops-engine',
  'queue-full',
]

const restrictedHint = 'A column that it uses is gone from its table, or restricted to those who manage the data.'

/**
 * Returns the error that the actor is told, with its position in the SQL as written. A person who may only see results
 * learns that it failed, but no details, because these quote the SQL. plan: undefined if it failed before planning.
 */
export function errorFor(error: TidemarkError, plan: RunPlan | undefined): ErrorBody {
  const body = error.toBody()
  if (plan === undefined) return body
  const restricted = plan.isOverPart && body.code === 'query-unknown-name' ? { hint: restrictedHint } : {}
  if (plan.maySeeSql) {
    const position = body.position === undefined ? {} : { position: plan.positionOf(body.position) }
    return { ...body, ...position, ...restricted }
  }
  return {
    code: body.code,
    message: body.message,
    ...(body.retryable === undefined ? {} : { retryable: body.retryable }),
    ...restricted,
  }
}
