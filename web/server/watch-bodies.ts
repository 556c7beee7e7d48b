import type { IncomingMessage } from 'node:http'

/** As long as Node gives a request by itself: the largest body of any route but uploads comes in it at 14 KB a second. */
const bodyTimeoutMs = 300_000
const everyMs = 30_000

/** Routes that take a file as it is, which may be large and its line slow. */
const upload = /^\/api\/(?:datasets(?:\/[^/?]+\/versions)?|connections\/files)\/?(?:\?|$)/

export interface BodyWatch {
  /** To be called when a request begins, whoever answers it. */
  watch(request: IncomingMessage): void
  close(): void
}

/**
 * Ends the connection of a sender that is not at the end of a body within its time, though it never falls silent, as one that sends
 * a byte now and then. Uploads may take as long as they go on. All are looked at together: a timer for each would cost every request.
 */
export function watchBodies(): BodyWatch {
  /** When each began, in that order. */
  const begun = new Map<IncomingMessage, number>()
  const endLate = () => {
    const lateBefore = performance.now() - bodyTimeoutMs
    for (const [request, at] of begun) {
      if (at > lateBefore) return
      begun.delete(request)
      // Otherwise it waits for its answer.
      if (!request.complete) request.destroy()
    }
  }
  const timer = setInterval(endLate, everyMs).unref()
  function forget(this: IncomingMessage) {
    begun.delete(this)
  }
  return {
    watch: (request) => {
      if (!mayHaveBody(request) || upload.test(request.url ?? '')) return
      begun.set(request, performance.now())
      request.once('close', forget)
    },
    close: () => clearInterval(timer),
  }
}

function mayHaveBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}
