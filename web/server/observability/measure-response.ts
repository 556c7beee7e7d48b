import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { scrubAddress } from '@tidemark/shared/observability/scrub-text'
import type { Logger } from '@tidemark/shared/observability/logger'
import type { Asker } from './asker'
import { getMetrics } from './metrics'
import { getReporting } from './reporting'

/**
 * Counts and logs a request that no route of ours measures, as one for a page, when its answer is complete or its sender gone.
 * Returns what is to be told who asks, once that is known.
 *
 * route: what metrics and the log call it, of few.
 */
export function measureResponse(
  log: Logger,
  { method = 'GET', url = '/' }: IncomingMessage,
  response: ServerResponse,
  route: string,
): (asker: Asker) => void {
  const startedAt = performance.now()
  const running = getReporting()?.getRunning()
  let who: Asker | undefined
  const note = () => {
    const { statusCode: status } = response
    const durationMs = performance.now() - startedAt
    running?.setOutcome({ status, durationMs })
    getMetrics().countRequest(method, route, status, durationMs)
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
  return (asker) => {
    who = asker
    // What it was told before it began knows nothing of the spans that Next has made since.
    getReporting()?.getRunning()?.setAsker(asker)
  }
}

/**
 * Answers a request that the host lets go no further: traced, counted and logged like those that a route answers. Whoever
 * is refused may not say which trace it belongs to.
 */
export function answerRefused(
  log: Logger,
  request: IncomingMessage,
  response: ServerResponse,
  refuse: () => void,
): void {
  const answer = () => {
    measureResponse(log, request, response, 'refused')
    refuse()
  }
  const reporting = getReporting()
  if (reporting === null) answer()
  else reporting.runRequest(request, { trust: 'untrusted', hasSpans: false }, answer)
}
