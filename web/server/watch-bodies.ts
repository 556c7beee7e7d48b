import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { keepAliveMs } from './http-server'

/** As long as Node gives a request by itself: the largest body of any route but uploads comes in it at 14 KB a second. */
const bodyTimeoutMs = 300_000
/** As long as one may be silent between requests. */
const silenceMs = keepAliveMs
const everyMs = 30_000

/** Routes that take a file as it is, which may be large and its line slow. */
const upload = /^\/api\/(?:datasets(?:\/[^/?]+\/versions)?|connections\/files)\/?(?:\?|$)/

export interface BodyWatch {
  /** To be called when a request begins, whoever answers it. */
  watch(request: IncomingMessage): void
  close(): void
}

/** A body that was not at its end when it was looked at. */
interface OpenBody {
  readonly since: number
  readonly heardAt: number
  /** By its connection, all told. */
  readonly bytesRead: number
}

/**
 * Ends the connection of a sender who falls silent in the middle of a body, as after their network went, or is not at its end within
 * its time, as one who sends a byte now and then: nothing else would tell, and what they hold here would be held for ever. Uploads may
 * take as long as they go on. All are looked at together, every half a minute: a timer for each would cost every request.
 */
export function watchBodies(): BodyWatch {
  /** The last request of each connection, while it may not be complete. */
  const last = new Map<Socket, IncomingMessage | null>()
  const open = new WeakMap<IncomingMessage, OpenBody>()
  function forget(this: Socket) {
    last.delete(this)
  }
  const look = (socket: Socket, request: IncomingMessage, now: number): void => {
    const { bytesRead } = socket
    const before = open.get(request)
    const heardAt = before?.bytesRead === bytesRead ? before.heardAt : now
    const since = before?.since ?? now
    open.set(request, { since, heardAt, bytesRead })
    const isLate = now - since >= bodyTimeoutMs && !upload.test(request.url ?? '')
    if (isLate || now - heardAt >= silenceMs) request.destroy()
  }
  const timer = setInterval(() => {
    const now = performance.now()
    for (const [socket, request] of last)
      // Who is at the end of theirs waits for an answer, or is silent between requests, to which Node sees.
      if (request?.complete) last.set(socket, null)
      else if (request) look(socket, request, now)
  }, everyMs).unref()
  return {
    watch: (request) => {
      const { socket } = request
      if (!last.has(socket)) socket.once('close', forget)
      last.set(socket, request)
    },
    close: () => clearInterval(timer),
  }
}
