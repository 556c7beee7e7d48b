import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { catalogue } from '@tidemark/shared/errors/catalogue'
import { scrubAddress } from '@tidemark/shared/observability/scrub-text'
import type { Logger } from '@tidemark/shared/observability/logger'
import { noTrace } from '../base/request-headers'
import { getMetrics } from './metrics'
import { getReporting, type Asker } from './reporting'

/** The answers that no API route measures: a page, a file, and the host's own answers. */
export type MeasuredAnswer = 'page' | 'file' | 'refused' | 'redirect' | 'preflight'

/** Lets the code that answers a request complete its measurement. */
export interface ResponseMeasure {
  /** Sets the requester, once known. */
  readonly setAsker: (asker: Asker) => void
}

/** The status recorded if the client did not wait for the answer, which is not an error. */
export const cancelledStatus = catalogue['query-cancelled'].status

/**
 * Counts and logs a request that no API route measures, when its answer is complete or the client has gone. Files are
 * not counted. route: the name in metrics and the log.
 */
export function measureResponse(
  log: Logger,
  { method = 'GET', url = '/' }: IncomingMessage,
  response: ServerResponse,
  route: MeasuredAnswer,
): ResponseMeasure {
  const startedAt = performance.now()
  const running = getReporting()?.getRunning()
  let who: Asker | undefined
  const note = () => {
    // Node reports an answer that the client did not wait for as a success. In its trace it is not an error.
    const isCancelled = !response.headersSent
    const status = isCancelled ? cancelledStatus : response.statusCode
    const durationMs = performance.now() - startedAt
    running?.setOutcome({ status: isCancelled ? 200 : status, durationMs })
    if (route !== 'file') getMetrics().countRequest(method, route, status, durationMs)
    const fields = {
      route,
      path: scrubAddress(url),
      method,
      status,
      durationMs,
      userId: who?.userId,
      orgId: who?.orgId,
    }
    log.debug(fields, 'request')
  }
  // Bound to the current context, so that the log line has the request's trace.
  response.once('close', AsyncLocalStorage.bind(note))
  return {
    setAsker: (asker) => {
      who = asker
      // Read again, because the running request known earlier does not include the spans that Next has created since.
      getReporting()?.getRunning()?.setAsker(asker)
    },
  }
}

/**
 * Answers a request in the host itself; it is traced, counted and logged like those that a route answers. The sender's
 * trace is ignored.
 */
export function answerAtHost(
  log: Logger,
  request: IncomingMessage,
  response: ServerResponse,
  route: Extract<MeasuredAnswer, 'refused' | 'redirect' | 'preflight'>,
  answer: () => void,
): void {
  const measured = () => {
    measureResponse(log, request, response, route)
    answer()
  }
  const reporting = getReporting()
  if (reporting === null) measured()
  else reporting.runRequest(request, noTrace, measured)
}
