import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'

const closeTimeoutMs = 5_000
/**
 * Longer than proxies keep a connection that nobody uses (Caddy two minutes): if this side closes it first, a request that is just
 * then on its way is lost, and one that changes something is not sent again.
 */
const keepAliveMs = 125_000

/** Fails with `port-taken`. */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  server.keepAliveTimeout = keepAliveMs
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

/** A refused body is left unread; the connection's next request would wait behind it. */
export function drain(request: IncomingMessage): void {
  if (request.readableEnded) return
  request.unpipe()
  request.removeAllListeners('data').removeAllListeners('readable')
  request.resume()
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
