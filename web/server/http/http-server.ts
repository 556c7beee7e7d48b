import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'

const closeTimeoutMs = 5_000
/**
 * How long an idle connection is kept. Must exceed a proxy's own time-out (Caddy: two minutes): if this side closes
 * first, a request in flight is lost, and proxies do not retry requests that change something.
 */
export const keepAliveMs = 125_000
/** The time for draining an unread body; on a usual line it is enough for any route but uploads. */
const drainTimeoutMs = 60_000

/** Returns the path of a request, without its query; not decoded. */
export function pathOf({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  return url.replace(/\?.*$/s, '')
}

/** Starts listening. Fails with `port-taken`. */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  server.keepAliveTimeout = keepAliveMs
  // Node limits the total size of headers anyway. With its default count it would drop headers after the thousandth,
  // such as the one in which a proxy names its client.
  server.maxHeadersCount = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      reject(
        cause.code === 'EADDRINUSE'
          ? new TidemarkError('port-taken', {
              detail: `Port ${port} on ${host}.`,
              hint: 'Stop that program, or set PORT to another number (0 picks a free one).',
              cause,
            })
          : cause,
      )
    })
    server.listen(port, host === 'localhost' ? '127.0.0.1' : host, resolve)
  })
}

/** Stops accepting connections, closes those that have not ended within five seconds, then closes the application. */
export async function closeServer(server: Server, closeApp: () => Promise<void>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), closeTimeoutMs)
  await closed
  clearTimeout(timer)
  await closeApp()
}

export function setSecurityHeaders(response: ServerResponse, origin: string): void {
  if (origin.startsWith('https:')) response.setHeader('strict-transport-security', 'max-age=31536000')
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('referrer-policy', 'same-origin')
  response.setHeader('cross-origin-opener-policy', 'same-origin')
  response.setHeader('cross-origin-resource-policy', 'same-origin')
}

/**
 * Lets a reader that iterates over the body, as Next does, stop before its end. Node's own iterator would then destroy
 * the request but leave its connection open, and nobody would read what the sender still sends.
 */
export function letBodyBeLeft(request: IncomingMessage): void {
  request[Symbol.asyncIterator] = () => request.iterator({ destroyOnReturn: false })
}

/**
 * Discards an unread body, since the connection's next request waits behind it. A sender that is not finished after a
 * minute is disconnected; it could otherwise send for ever.
 */
export function drain(request: IncomingMessage): void {
  if (request.readableEnded) return
  request.unpipe()
  request.removeAllListeners('data').removeAllListeners('readable')
  // Node checks for listeners on the next tick and would pause the stream again.
  process.nextTick(() => request.resume())
  if (request.complete) return
  const timer = setTimeout(() => {
    // If the request is complete, its connection may already serve another request.
    if (!request.complete) request.destroy()
  }, drainTimeoutMs)
  request.once('close', () => clearTimeout(timer))
}

/** Answers with an error of the catalogue and closes the connection. */
export function refuse(response: ServerResponse, error: TidemarkError): void {
  response.writeHead(error.status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    connection: 'close',
  })
  response.end(JSON.stringify({ error: error.toBody() }))
}
