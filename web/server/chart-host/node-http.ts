import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** What a route handler takes. Its signal aborts when the sender goes away before the answer is complete. */
export function toRequest(request: IncomingMessage, response: ServerResponse, origin: string): Request {
  const left = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) left.abort()
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one)
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  const init = { method: request.method ?? 'GET', headers, signal: left.signal }
  // A body that is sent while it is read must say so, which the types of the DOM do not know.
  const withBody = { ...init, body: Readable.toWeb(request), duplex: 'half' } as unknown as RequestInit
  return new Request(`${origin}${request.url ?? '/'}`, hasBody ? withBody : init)
}

/** Sends a route handler's answer, no faster than it is taken. A sender that goes away ends it, and is no failure. */
export async function sendResponse(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  // A stream may have nothing to say for a while.
  response.flushHeaders()
  if (answer.body === null) {
    response.end()
    return
  }
  try {
    await pipeline(answer.body, response)
  } catch (thrown) {
    if (!response.destroyed || response.errored !== null) throw thrown
  }
}
