import { once } from 'node:events'
import { createServer, request as send, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A reverse proxy before the server, which can be of a later deploy: its service worker names another build. */
export class FrontProxy {
  readonly origin: string
  readonly #server: Server
  buildId: string | null = null

  private constructor(server: Server) {
    this.#server = server
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a TCP server has an AddressInfo
  }

  static async open(target: string): Promise<FrontProxy> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const proxy = new FrontProxy(server)
    server.on('request', (request: IncomingMessage, response: ServerResponse) =>
      proxy.#pass(new URL(target), request, response),
    )
    return proxy
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }

  #pass(target: URL, request: IncomingMessage, response: ServerResponse): void {
    const headers = {
      ...request.headers,
      host: target.host,
      ...(request.headers.origin === undefined ? {} : { origin: target.origin }),
    }
    const { hostname, port } = target
    const onward = send({ hostname, port, path: request.url, method: request.method, headers }, (answer) => {
      if (request.url === '/sw.js') return void this.#passWorker(answer, response)
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    // As proxies do when what is behind them is gone.
    onward.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end('Bad gateway')))
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  }

  async #passWorker(answer: IncomingMessage, response: ServerResponse): Promise<void> {
    let script = ''
    for await (const chunk of answer) script += String(chunk)
    const { 'content-length': _, 'transfer-encoding': __, ...headers } = answer.headers
    response.writeHead(answer.statusCode ?? 500, headers)
    response.end(this.buildId === null ? script : script.replace(/"id":"[^"]*"/, `"id":"${this.buildId}"`))
  }
}
