import type { ErrorBody, TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { RunPlan } from './plan-run'

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
