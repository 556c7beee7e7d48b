import type { IncomingMessage, ServerResponse } from 'node:http'
import { keepAliveMs } from './http-server'

/**
 * The default limits. Five minutes is also Node's default; the largest body of any route but uploads then needs 14 KB a
 * second.
 */
const usualTimes = { bodyMs: 300_000, silenceMs: keepAliveMs }

/** The timers of requests whose bodies are still arriving. */
const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/**
 * Closes the connection of a sender that stalls in the middle of a body or is not finished within five minutes. Node's
 * own `requestTimeout` applies to all requests and would end long uploads, which `allowLongBody` exempts.
 */
export function limitBodyTime(
  request: IncomingMessage,
  response: ServerResponse,
  { bodyMs, silenceMs }: { readonly bodyMs: number; readonly silenceMs: number } = usualTimes,
): void {
  const { method = 'GET', socket } = request
  if (method === 'GET' || method === 'HEAD') return
  const end = () => {
    // If the body is complete, the sender is only waiting for the answer.
    if (!request.complete) request.destroy()
  }
  const timer = setTimeout(end, bodyMs).unref()
  timers.set(request, timer)
  socket.setTimeout(silenceMs)
  // With a listener on the response, Node does not close the connection by itself; after the answer it does again.
  response.on('timeout', end)
  request.once('close', () => clearTimeout(timer))
}

/** Removes the time limit of a body, for routes that take files, which may be large and arrive slowly. */
export function allowLongBody(request: IncomingMessage): void {
  clearTimeout(timers.get(request))
}
