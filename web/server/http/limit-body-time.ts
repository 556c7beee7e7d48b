import type { IncomingMessage, ServerResponse } from 'node:http'
import { keepAliveMs } from './http-server'

/** As long as Node gives a request by itself: the largest body of any route but uploads comes in it at 14 KB a second. */
const usualTimes = { bodyMs: 300_000, silenceMs: keepAliveMs }

/** The time-outs of the requests that are still being sent. */
const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/**
 * Ends the connection of a sender who falls silent in the middle of a body, or is not at its end within five minutes. Node's own
 * `requestTimeout` is one for all, and would end long uploads, to which `allowLongBody` gives more time.
 */
export function limitBodyTime(
  request: IncomingMessage,
  response: ServerResponse,
  { bodyMs, silenceMs }: { readonly bodyMs: number; readonly silenceMs: number } = usualTimes,
): void {
  const { method = 'GET', socket } = request
  if (method === 'GET' || method === 'HEAD') return
  const end = () => {
    // Whoever is at the end of theirs waits for an answer.
    if (!request.complete) request.destroy()
  }
  const timer = setTimeout(end, bodyMs).unref()
  timers.set(request, timer)
  socket.setTimeout(silenceMs)
  // Node ends the connection by itself where nobody listens, and so does it after the answer.
  response.on('timeout', end)
  request.once('close', () => clearTimeout(timer))
}

/** Lets a body take as long as it goes on: that of a route that takes a file, which may be large and its line slow. */
export function allowLongBody(request: IncomingMessage): void {
  clearTimeout(timers.get(request))
}
