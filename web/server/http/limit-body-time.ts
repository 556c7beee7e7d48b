import type { IncomingMessage, ServerResponse } from 'node:http'
import { keepAliveMs } from './http-server'

/** As long as Node gives a request by itself: the largest body of any route but uploads comes in it at 14 KB a second. */
const usualTimes = { bodyMs: 300_000, silenceMs: keepAliveMs }

/** Routes that take a file as it is, which may be large and its line slow. */
const upload = /^\/api\/(?:datasets(?:\/[^/?]+\/versions)?|connections\/files)\/?(?:\?|$)/

/**
 * Ends the connection of a sender who falls silent in the middle of a body, or is not at its end within five minutes; uploads may
 * take as long as they go on. Node's own `requestTimeout` is one for all, and would end long uploads.
 */
export function limitBodyTime(
  request: IncomingMessage,
  response: ServerResponse,
  { bodyMs, silenceMs }: { readonly bodyMs: number; readonly silenceMs: number } = usualTimes,
): void {
  const { method = 'GET', url = '', socket } = request
  if (method === 'GET' || method === 'HEAD') return
  const end = () => {
    // Whoever is at the end of theirs waits for an answer.
    if (!request.complete) request.destroy()
  }
  const timer = upload.test(url) ? undefined : setTimeout(end, bodyMs).unref()
  socket.setTimeout(silenceMs)
  // Node ends the connection by itself where nobody listens, and so does it after the answer.
  response.on('timeout', end)
  request.once('close', () => clearTimeout(timer))
}
