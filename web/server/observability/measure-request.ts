import type { Logger } from '@tidemark/shared/observability/logger'
import { cancelledStatus } from './measure-response'
import { getMetrics } from './metrics'
import { getReporting, type Asker } from './reporting'

/**
 * The event that ends a route's measurement. answer: the handler has returned, which for JSON means all bytes, for a
 * long stream only the headers. last-byte: the end of a stream that ends by itself.
 */
export type MeasuredUntil = 'answer' | 'last-byte'

/** Measures one request while it is answered. */
export interface RequestMeasure {
  /** See `RunningRequest`. */
  setAsker(asker: Asker): void
  /** Adds the status of a part of the answer; the worst one counts. A cancelled part is not an error. */
  addStatus(status: number): void
  /** Returns the answer to send, and records its outcome at once or at its last byte. */
  finish(answer: Response, until: MeasuredUntil, route: string): Response
}

/** Measures a request for its trace, the metrics and the log. */
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

/** Wraps an answer so that `onEnd` is called at its end; null if it is not a stream. */
function watchAnswer(answer: Response, onEnd: () => void): Response | null {
  if (answer.body === null || answer.headers.has('content-length')) return null
  return new Response(watchEnd(answer.body, onEnd), answer)
}

/**
 * Passes the bytes through and calls back once, just before the end is passed on: afterwards the request's span is
 * closed.
 */
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
