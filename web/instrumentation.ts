import { catalogue } from '@tidemark/shared/errors/catalogue'
import { TidemarkError, toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { errorRecordOf } from '@tidemark/shared/observability/error-record'
import { serverDigestOf } from '@tidemark/shared/observability/server-digest'
import type { Instrumentation } from 'next'
import { getMetrics } from './server/observability/metrics'
import { getReporting } from './server/observability/reporting'
import { mustGetServices } from './server/services'

/** Logs and reports an error thrown while Next rendered a page. API routes handle their own errors. */
export const onRequestError: Instrumentation.onRequestError = (error, _request, context) => {
  if (isBrokenOffAnswer(error)) return
  const { code } = toTidemarkError(error)
  getReporting()?.captureRenderError(error, code, context)
  getMetrics().countError(code)
  const { routePath: route, routeType } = context
  mustGetServices().log.error(
    // The error page shows this digest to the person, who can then quote it.
    { ...errorRecordOf(error, 'uncaught-exception'), code, route, routeType, digest: serverDigestOf(error) },
    'A page failed.',
  )
}

/**
 * Returns true for an expected failure after the first byte of a route's response, such as an export that somebody
 * stopped. Next wraps such errors.
 */
function isBrokenOffAnswer(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof TidemarkError && !catalogue[error.cause.code].reportable
}
