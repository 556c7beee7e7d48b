import type { Actor } from '@tidemark/shared/access/actor'
import { catalogue } from '@tidemark/shared/errors/catalogue'
import type { Logger } from '@tidemark/shared/observability/logger'
import { getMetrics } from './metrics'
import { getReporting } from './reporting'

/**
 * Until when a route counts its answer: the handler's whole answer, which for JSON has all its bytes and for a stream of
 * minutes its headers; or the last byte of a stream that ends by itself.
 */
export type MeasuredUntil = 'answer' | 'last-byte'

/** One request while it is answered. */
export interface RequestMeasure {
  setActor(actor: Actor): void
  /** The status that a part of the answer has by itself; the worst one counts. A cancelled part is no error. */
  addStatus(status: number): void
  /** The answer as it goes to the sender; notes how it ended, at once or with its last byte. */
  finish(response: Response, until: MeasuredUntil, route: string): Response
}

const cancelledStatus = catalogue['query-cancelled'].status

/** Measures one request for its trace, the metrics and the log. */
export function measureRequest(request: Request, log: Logger): RequestMeasure {
  const startedAt = performance.now()
  const running = getReporting()?.getRunning()
  let worst = 0
  let who: Pick<Actor, 'userId' | 'orgId'> | undefined
  const note = (response: Response, route: string) => {
    const durationMs = performance.now() - startedAt
    running?.setOutcome({ status: Math.max(isError(response.status) ? response.status : 200, worst), durationMs })
    const status = Math.max(response.status, worst)
    getMetrics().countRequest(request.method, route, status, durationMs)
    log.debug({ route, method: request.method, status, durationMs, userId: who?.userId, orgId: who?.orgId }, 'request')
  }
  return {
    setActor: (actor) => {
      who = actor
      running?.setActor(actor)
    },
    addStatus: (status) => {
      if (isError(status)) worst = Math.max(worst, status)
    },
    finish: (response, until, route) => {
      if (until === 'last-byte' && response.body !== null && response.status < 400) {
        return new Response(
          watchEnd(response.body, () => note(response, route)),
          response,
        )
      }
      note(response, route)
      return response
    },
  }
}

function isError(status: number): boolean {
  return status >= 400 && status !== cancelledStatus
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
