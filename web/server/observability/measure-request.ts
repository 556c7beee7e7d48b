import type { Logger } from '@tidemark/shared/observability/logger'
import { cancelledStatus } from './measure-response'
import { getMetrics } from './metrics'
import { getReporting, type Asker } from './reporting'

/**
 * Until when a route counts its answer: the handler's whole answer, which for JSON has all its bytes and for a stream of
 * minutes its headers; or the last byte of a stream that ends by itself.
 */
export type MeasuredUntil = 'answer' | 'last-byte'

/** One request while it is answered. */
export interface RequestMeasure {
  /** See `RunningRequest`. */
  setAsker(asker: Asker): void
  /** The status that a part of the answer has by itself; the worst one counts. A cancelled part is no error. */
  addStatus(status: number): void
  /** The answer as it goes to the sender; notes how it ended, at once or with its last byte. */
  finish(answer: Response, until: MeasuredUntil, route: string): Response
}

/** Measures one request for its trace, the metrics and the log. */
export function measureRequest(request: Pick<Request, 'method'>, log: Logger): RequestMeasure {
  const startedAt = performance.now()
  const running = getReporting()?.getRunning()
  let worst = 0
  let who: Asker | undefined
  const note = (answer: Response, route: string) => {
    const durationMs = performance.now() - startedAt
    running?.setOutcome({ status: Math.max(isError(answer.status) ? answer.status : 200, worst), durationMs })
    const status = Math.max(answer.status, worst)
    getMetrics().countRequest(request.method, route, status, durationMs)
    log.debug({ route, method: request.method, status, durationMs, userId: who?.userId, orgId: who?.orgId }, 'request')
  }
  return {
    setAsker: (asker) => {
      who = asker
      running?.setAsker(asker)
    },
    addStatus: (status) => {
      if (isError(status)) worst = Math.max(worst, status)
    },
    finish: (answer, until, route) => {
      const watched =
        until === 'last-byte' && answer.status < 400 ? watchAnswer(answer, () => note(answer, route)) : null
      if (watched === null) note(answer, route)
      return watched ?? answer
    },
  }
}

function isError(status: number): boolean {
  return status >= 400 && status !== cancelledStatus
}

/** The same answer, which calls back at its end; null where it is no stream. */
function watchAnswer(answer: Response, onEnd: () => void): Response | null {
  if (answer.body === null || answer.headers.has('content-length')) return null
  return new Response(watchEnd(answer.body, onEnd), answer)
}

/** The same bytes; calls back once, before their end is passed on: after it the request's span takes nothing more. */
function watchEnd(body: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        onEnd()
        throw cause
      })
      if (done) {
        onEnd()
        controller.close()
      } else controller.enqueue(value)
    },
    cancel: async (reason) => {
      onEnd()
      await reader.cancel(reason)
    },
  })
}
