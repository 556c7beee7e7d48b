import { once } from 'node:events'
import { createServer, request as send, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Marks a request that is accepted but never answered. */
export const silence = Symbol('silence')

/**
 * A reverse proxy in front of the server, which can pretend to be a later deploy: its service worker names another
 * build.
 */
export class FrontProxy {
  readonly origin: string
  readonly #server: Server
  buildId: string | null = null
  /** Answers some requests in place of the server: with the text of a JSON answer, or not at all for `silence`. */
  instead: (path: string) => string | typeof silence | undefined = () => undefined
  /** The number of requests so far, of pending ones, and of the most pending at once, by path. */
  readonly #begun = new Map<string, number>()
  readonly #underWay = new Map<string, number>()
  readonly #mostUnderWay = new Map<string, number>()

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

  begun(path: string): number {
    return this.#begun.get(path) ?? 0
  }

  underWay(path: string): number {
    return this.#underWay.get(path) ?? 0
  }

  mostUnderWay(path: string): number {
    return this.#mostUnderWay.get(path) ?? 0
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }

  #pass(target: URL, request: IncomingMessage, response: ServerResponse): void {
    this.#count(request, response)
    const own = this.instead(pathOf(request))
    if (own === silence) return void request.resume()
    if (own !== undefined) {
      request.resume()
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(own)
    }
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
    // Answers as proxies do if the server behind them is gone.
    onward.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end('Bad gateway')))
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  }

  #count(request: IncomingMessage, response: ServerResponse): void {
    const path = pathOf(request)
    this.#begun.set(path, this.begun(path) + 1)
    const count = this.underWay(path) + 1
    this.#underWay.set(path, count)
    this.#mostUnderWay.set(path, Math.max(count, this.mostUnderWay(path)))
    response.on('close', () => this.#underWay.set(path, this.underWay(path) - 1))
  }

  async #passWorker(answer: IncomingMessage, response: ServerResponse): Promise<void> {
    let script = ''
    for await (const chunk of answer) script += String(chunk)
    const { 'content-length': _, 'transfer-encoding': __, ...headers } = answer.headers
    response.writeHead(answer.statusCode ?? 500, headers)
    response.end(this.buildId === null ? script : script.replace(/"id":"[^"]*"/, `"id":"${this.buildId}"`))
  }
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?')[0] ?? url
}
