import { catalogue } from '@tidemark/shared/errors/catalogue'
import { TidemarkError, toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { errorRecordOf } from '@tidemark/shared/observability/error-record'
import { serverDigestOf } from '@tidemark/shared/observability/server-digest'
import type { Instrumentation } from 'next'
import { getMetrics } from './server/observability/metrics'
import { getReporting } from './server/observability/reporting'
import { mustGetServices } from './server/services'

/** Called by Next with what a page threw while it was drawn; routes catch their own errors. */
export const onRequestError: Instrumentation.onRequestError = (error, _request, context) => {
  if (isBrokenOffAnswer(error)) return
  const { code } = toTidemarkError(error)
  getReporting()?.captureRenderError(error, code, context)
  getMetrics().countError(code)
  const { routePath: route, routeType } = context
  mustGetServices().log.error(
    // The digest is what the page names to the person.
    { ...errorRecordOf(error, 'uncaught-exception'), code, route, routeType, digest: serverDigestOf(error) },
    'A page failed.',
  )
}

/** Next wraps what the body of a route's answer failed with after its first byte, as an export does that somebody stops. */
function isBrokenOffAnswer(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof TidemarkError && !catalogue[error.cause.code].reportable
}
