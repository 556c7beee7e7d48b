import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'

const closeTimeoutMs = 5_000
/**
 * Longer than proxies keep a connection that nobody uses (Caddy two minutes): if this side closes it first, a request that is just
 * then on its way is lost, and one that changes something is not sent again.
 */
export const keepAliveMs = 125_000
/** For what is left of a body that nobody reads: on a usual line enough for one of any route but uploads. */
const drainTimeoutMs = 60_000

/** The address that a request asks for, without its query; not decoded. */
export function pathOf({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  return url.replace(/\?.*$/s, '')
}

/** Fails with `port-taken`. */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  server.keepAliveTimeout = keepAliveMs
  // Their size is limited. Node would leave out those after the thousandth, as where a proxy says last whom it asks for.
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

/** Stops accepting, and cuts off what has not ended within five seconds; then closes what the server ran. */
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
 * Lets whoever reads the body by its iterator, as Next does, stop before its end. Node's own iterator then destroys the request without
 * its connection, where nobody reads any more what the sender goes on with.
 */
export function letBodyBeLeft(request: IncomingMessage): void {
  request[Symbol.asyncIterator] = () => request.iterator({ destroyOnReturn: false })
}

/**
 * A refused body is left unread; the connection's next request would wait behind it. A sender that is not at its end a minute later
 * is cut off: by then they have their answer, and could go on for ever.
 */
export function drain(request: IncomingMessage): void {
  if (request.readableEnded) return
  request.unpipe()
  request.removeAllListeners('data').removeAllListeners('readable')
  // Node looks a tick later who still listens, and would stop it again.
  process.nextTick(() => request.resume())
  if (request.complete) return
  const timer = setTimeout(() => {
    // Otherwise the connection may be another request's by now.
    if (!request.complete) request.destroy()
  }, drainTimeoutMs)
  request.once('close', () => clearTimeout(timer))
}

/** Answers with an error of the catalogue and ends the connection. */
export function refuse(response: ServerResponse, error: TidemarkError): void {
  response.writeHead(error.status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    connection: 'close',
  })
  response.end(JSON.stringify({ error: error.toBody() }))
}
