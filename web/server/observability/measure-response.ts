import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { catalogue } from '@tidemark/shared/errors/catalogue'
import { scrubAddress } from '@tidemark/shared/observability/scrub-text'
import type { Logger } from '@tidemark/shared/observability/logger'
import { noTrace } from '../base/request-headers'
import { getMetrics } from './metrics'
import { getReporting, type Asker } from './reporting'

/** The answers that no route of ours measures: a page, a file, and those that the host gives at once. */
export type MeasuredAnswer = 'page' | 'file' | 'refused' | 'redirect' | 'preflight'

/** The measure of a request, as whoever answers it sees it. */
export interface ResponseMeasure {
  /** Sets the requester, once known. */
  readonly setAsker: (asker: Asker) => void
}

/** The status of a request whose sender did not wait for the answer, which is no error. */
export const cancelledStatus = catalogue['query-cancelled'].status

/**
 * Counts and logs a request that no route of ours measures, when its answer is complete or its sender gone; one for a file is
 * not counted. route: what metrics and the log call it.
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
    // Node would have sent what its sender did not wait for as a success. That is no error to its trace.
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
  // Or its line would not know the request's trace.
  response.once('close', AsyncLocalStorage.bind(note))
  return {
    setAsker: (asker) => {
      who = asker
      // What it was told before it began knows nothing of the spans that Next has made since.
      getReporting()?.getRunning()?.setAsker(asker)
    },
  }
}

/**
 * Answers a request that the host lets go no further: traced, counted and logged like those that a route answers. Its
 * sender may not say which trace it belongs to.
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
