import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

/** Both servers are doubles here; their own behaviour is tested with them. */
let passes: { readonly status: number; readonly body: unknown }[]
let valid: string
let asked: string[]
let closeAll: () => Promise<void>
let chartHost: string
let chartFetch: typeof import('./chart-fetch').chartFetch

beforeEach(async () => {
  passes = []
  asked = []
  valid = 'one'
  const servers = [
    createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      const { status, body } = passes.shift() ?? { status: 503, body: {} }
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }),
    createServer((request: IncomingMessage, response) => {
      asked.push(`${request.headers.authorization} ${request.headers.cookie ?? ''}`.trim())
      response.writeHead(request.headers.authorization === `Bearer ${valid}` ? 200 : 401).end()
    }),
  ]
  const ports = await Promise.all(
    servers.map(async (server) => {
      await once(server.listen(0, '127.0.0.1'), 'listening')
      return (server.address() as AddressInfo).port // a TCP server has an AddressInfo
    }),
  )
  chartHost = `http://127.0.0.1:${ports[1]}`
  // A browser resolves a path to its server.
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    fetch(url.startsWith('/') ? `http://127.0.0.1:${ports[0]}${url}` : url, init),
  )
  vi.resetModules()
  ;({ chartFetch } = await import('./chart-fetch'))
  closeAll = async () => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
  }
})
afterEach(() => closeAll())

const pass = (token: string, expiresInMs = 300_000) => ({ status: 200, body: { token, expiresInMs } })
const run = async () => (await chartFetch(chartHost, '/api/chart/run-query', { method: 'POST', body: '{}' })).status

describe('a request to the chart host', () => {
  test('carries a pass that all share until shortly before it ends', async () => {
    passes = [pass('one'), pass('two')]
    expect(await Promise.all([run(), run(), run()])).toEqual([200, 200, 200])
    expect(asked.toSorted()).toEqual(['Bearer one', 'Bearer one', 'Bearer one', 'POST /api/chart/token'])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 271_000 })
    valid = 'two'
    expect(await Promise.all([run(), run()])).toEqual([200, 200])
    expect(asked.slice(4).toSorted()).toEqual(['Bearer two', 'Bearer two', 'POST /api/chart/token'])
  })

  test('that is refused is made once more with a new pass, and not again', async () => {
    passes = [pass('old'), pass('one')]
    expect(await run()).toBe(200)
    expect(asked).toEqual(['POST /api/chart/token', 'Bearer old', 'POST /api/chart/token', 'Bearer one'])
    valid = 'none'
    passes = [pass('three'), pass('four')]
    expect(await run()).toBe(401)
    expect(asked.slice(4)).toEqual(['Bearer one', 'POST /api/chart/token', 'Bearer three'])
  })

  test('is answered as the web server answers where it gives no pass, and asks again the next time', async () => {
    passes = [{ status: 403, body: {} }, pass('one')]
    expect(await run()).toBe(403)
    expect(await run()).toBe(200)
    expect(asked).toEqual(['POST /api/chart/token', 'POST /api/chart/token', 'Bearer one'])
  })
})
