import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { runResult } from '@testkit/pages/run-result-fixture'
import { runItem, setChartHost } from './run-query-client'
import type { RunOutcome } from './run-outcome'

interface Asked {
  readonly body: { readonly runId: string; readonly items: readonly RunItem[]; readonly progress: boolean }
  readonly response: ServerResponse
  isClosed: boolean
}

let asked: Asked[]
/** The addresses of requests that stop items. */
let stopped: string[]
let answer: (asked: Asked) => void
let closeServer: () => Promise<void>

beforeEach(async () => {
  asked = []
  stopped = []
  answer = () => undefined
  const server = createServer((request, response) => {
    void (async () => {
      let text = ''
      for await (const chunk of request.setEncoding('utf8')) text += String(chunk)
      if (request.method === 'DELETE') {
        stopped.push(request.url ?? '')
        return response.writeHead(204).end()
      }
      // The request as the client sent it, in the contract's form.
      const one: Asked = { body: JSON.parse(text) as Asked['body'], response, isClosed: false }
      response.on('close', () => (one.isClosed = true))
      asked.push(one)
      response.writeHead(200, { 'content-type': 'application/x-ndjson' }).flushHeaders()
      answer(one)
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has an AddressInfo
  const { fetch } = globalThis
  // A browser resolves a path to its server.
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init))
  setChartHost(null)
  closeServer = async () => {
    vi.unstubAllGlobals()
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})
afterEach(() => closeServer())

const chart = (chartId: string): RunItem => ({ chartId })
const say = ({ response }: Asked, line: object) => response.write(`${JSON.stringify(line)}\n`)
const resultLine = (item: number, rowCount: number) => ({ item, ...runResult({ rowCount }) })
const never = () => new AbortController().signal
const told = (outcome: RunOutcome) => (outcome.kind === 'result' ? outcome.result.rowCount : outcome.kind)

describe('items that are asked for together', () => {
  test('travel in one request, and each is answered as its line arrives', async () => {
    const [first, second] = [runItem(chart('a'), never()), runItem(chart('b'), never())]
    await expect.poll(() => asked.length).toBe(1)
    const [one] = asked
    if (one === undefined) return expect.fail('nothing was asked')
    expect(one.body).toMatchObject({ items: [{ chartId: 'a' }, { chartId: 'b' }], progress: true })
    say(one, resultLine(1, 2))
    expect(told(await second)).toBe(2)
    expect(one.isClosed).toBe(false)
    say(one, resultLine(0, 1))
    expect(told(await first)).toBe(1)
  })

  test('of which one is no longer wanted go on for the others, and it is stopped; the last one to go closes the request', async () => {
    const [leaving, staying] = [new AbortController(), new AbortController()]
    const outcomes = [runItem(chart('a'), leaving.signal), runItem(chart('b'), staying.signal)]
    await expect.poll(() => asked.length).toBe(1)
    leaving.abort()
    expect(told((await outcomes[0]) ?? expect.fail())).toBe('cancelled')
    const [one] = asked
    if (one === undefined) return expect.fail('nothing was asked')
    await expect.poll(() => stopped).toEqual([`/api/chart/run-query/${one.body.runId}?items=0`])
    // One line that nobody waits for any more, and one that somebody does.
    say(one, resultLine(0, 1))
    say(one, { item: 1, status: 'queued', place: 3 })
    expect(one.isClosed).toBe(false)
    staying.abort()
    expect(told((await outcomes[1]) ?? expect.fail())).toBe('cancelled')
    await expect.poll(() => one.isClosed).toBe(true)
    expect(stopped).toHaveLength(1)
  })

  test('and leave together are stopped together, or with their request when there are no others', async () => {
    const [some, all] = [new AbortController(), new AbortController()]
    for (const signal of [some.signal, all.signal, some.signal]) void runItem(chart('a'), signal)
    await expect.poll(() => asked.length).toBe(1)
    some.abort()
    await expect.poll(() => stopped.map((path) => path.split('?')[1])).toEqual(['items=0,2'])
    all.abort()
    await expect.poll(() => asked[0]?.isClosed).toBe(true)
    expect(stopped).toHaveLength(1)
  })

  test('are told their places in line', async () => {
    const places: number[] = []
    const outcome = runItem(chart('a'), never(), (place) => places.push(place))
    await expect.poll(() => asked.length).toBe(1)
    const [one] = asked
    if (one === undefined) return expect.fail('nothing was asked')
    say(one, { item: 0, status: 'queued', place: 2 })
    say(one, { item: 0, status: 'queued', place: 1 })
    say(one, resultLine(0, 5))
    expect([told(await outcome), places]).toEqual([5, [2, 1]])
  })

  test('are more than a request takes in several, and not asked at all when nobody wants them any more', async () => {
    answer = ({ body, response }) => {
      for (const [item] of body.items.entries()) response.write(`${JSON.stringify(resultLine(item, 1))}\n`)
      response.end()
    }
    const gone = AbortSignal.abort()
    const outcomes = Array.from({ length: 70 }, (_, index) => runItem(chart(`c${index}`), never()))
    expect((await Promise.all(outcomes)).map(told)).toEqual(outcomes.map(() => 1))
    expect(new Set(asked.map(({ body }) => body.items.length))).toEqual(new Set([64, 6]))
    expect(told(await runItem(chart('x'), gone))).toBe('cancelled')
    expect(asked).toHaveLength(2)
  })
})

describe('an answer', () => {
  test('of another shape than the API describes is refused', async () => {
    answer = (one) => {
      say(one, { item: 0, status: 'success', rowCount: 1 })
      one.response.end()
    }
    expect(await runItem(chart('a'), never())).toMatchObject({ kind: 'refused', error: { code: 'internal' } })
  })

  test('that is cut off leaves what it lacks unanswered, as a server that is away does', async () => {
    answer = (one) => {
      one.response.write(`${JSON.stringify(resultLine(0, 1))}\n{"item":1,"sta`)
      setTimeout(() => one.response.destroy(), 20)
    }
    const outcomes = await Promise.all([runItem(chart('a'), never()), runItem(chart('b'), never())])
    expect(outcomes.map(told)).toEqual([1, 'unreachable'])
  })

  test.each([
    ['of a proxy whose server is gone', 502, '<h1>Bad gateway</h1>', 'unreachable'],
    [
      'of a server that cannot read its data',
      503,
      '{"error":{"code":"dataset-unreadable","message":"No."}}',
      'refused',
    ],
    ['of a server that failed', 500, 'Internal Server Error', 'refused'],
  ] as const)('%s (%i): it is away only where nobody else says why', async (_whose, status, body, kind) => {
    vi.stubGlobal('fetch', async () => new Response(body, { status }))
    expect(await runItem(chart('a'), never())).toMatchObject({ kind })
  })

  test('that refuses all is told to each', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ error: { code: 'forbidden', message: 'No.' } }, { status: 403 }))
    expect(await runItem(chart('a'), never())).toEqual({
      kind: 'refused',
      error: { code: 'forbidden', message: 'No.' },
    })
  })
})
