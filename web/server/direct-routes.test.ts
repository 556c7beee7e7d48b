import { once } from 'node:events'
import { Agent, createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { onAbort } from './abort-signals'
import { clientIpHeader } from './client-ip'
import { answerDirectly, findDirectRoute, type DirectAnswer, type DirectRoute } from './direct-routes'
import { HostAnswer } from './host-answer'
import { asResponse } from './host-answer-fixture'
import { silentLog } from './engine/engine-fixture'
import { getMetrics } from './observability/metrics'
import type { RunningRequest } from './observability/reporting'

const says =
  (text: string): DirectRoute['handler'] =>
  async (_request, { params }) =>
    Response.json({ text, ...(await params) })
const routes: readonly DirectRoute[] = [
  { method: 'POST', path: '/api/things', tokenScope: undefined, handler: says('made') },
  { method: 'DELETE', path: '/api/things/[id]', tokenScope: undefined, handler: says('gone') },
]
const find = (method: string, target: string) => findDirectRoute(routes, method, target)
const ask = async (method: string, target: string) =>
  asResponse((await find(method, target)?.(new Request('http://a.test'))) ?? expect.fail()).json()

test('an address is found with its query, and its parameter is decoded', async () => {
  expect(await ask('POST', '/api/things?workspace=w1')).toEqual({ text: 'made' })
  expect(await ask('DELETE', '/api/things/a%20b')).toEqual({ text: 'gone', id: 'a b' })
})

test.each(['/api/thing', '/api/things/', '/api/things/a/b', '/api/thingsx', '//api/things', '/api/Things'])(
  '%s is left to Next',
  (target) => expect(find('DELETE', target)).toBeNull(),
)

test('another method is refused', async () => {
  await expect(ask('PUT', '/api/things')).rejects.toMatchObject({ code: 'method-not-allowed' })
})

const servers: { close(): unknown }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

interface Sent {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** The port of a server that answers somebody at an address. */
async function listen(answer: DirectAnswer, ip: string, running?: RunningRequest): Promise<number> {
  const server = createServer((request, response) => {
    request.headers[clientIpHeader] = ip
    void answerDirectly({ log: silentLog }, request, response, 'http://a.test', answer, running)
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has an AddressInfo
  return port
}

/** What arrives of an answer to somebody at an address. */
async function send(
  answer: DirectAnswer,
  ip: string,
  headers: Readonly<Record<string, string>> = {},
  running?: RunningRequest,
): Promise<Sent> {
  const request = httpRequest({ port: await listen(answer, ip, running), host: '127.0.0.1', headers }).end()
  const [response] = await once(request, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }
}

const long = { text: 'x'.repeat(5000) }
const sayLong = async () => Response.json(long)
const elsewhere = '203.0.113.7'

test('a long answer is compressed as the reader likes it, and not for a reader on this machine', async () => {
  const brotli = await send(sayLong, elsewhere, { 'accept-encoding': 'gzip, br' })
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
  expect(JSON.parse(brotliDecompressSync(brotli.body).toString())).toEqual(long)
  const zipped = await send(sayLong, elsewhere, { 'accept-encoding': 'gzip, br;q=0' })
  expect(JSON.parse(gunzipSync(zipped.body).toString())).toEqual(long)
  for (const plain of [
    await send(sayLong, elsewhere),
    await send(sayLong, '127.0.0.1', { 'accept-encoding': 'br' }),
    await send(async () => Response.json({}), elsewhere, { 'accept-encoding': 'br' }),
  ])
    expect(plain.headers).not.toHaveProperty('content-encoding')
})

test('each cookie of an answer arrives', async () => {
  const headers = new Headers([
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
  ])
  expect((await send(async () => Response.json({}, { headers }), elsewhere)).headers['set-cookie']).toEqual([
    'a=1',
    'b=2',
  ])
})

test('what fails is answered with its error', async () => {
  const { status, body } = await send(async () => {
    throw new Error('broken')
  }, elsewhere)
  expect([status, JSON.parse(body.toString())]).toMatchObject([500, { error: { code: 'internal' } }])
})

test('another method is answered with its error, counted as refused, and its trace told so', async () => {
  const setOutcome = vi.fn<RunningRequest['setOutcome']>()
  const running = { isSenderAsked: false, trustSender: () => undefined, setAsker: () => undefined, setOutcome }
  const { status } = await send(find('PUT', '/api/things') ?? expect.fail(), '127.0.0.1', {}, running)
  expect([status, setOutcome.mock.calls.length]).toEqual([405, 1])
  expect(setOutcome.mock.calls).toMatchObject([[{ status: 405 }]])
  expect(await getMetrics().toPrometheus()).toMatch(/method="\w+",route="refused",status="405"} 1\n/)
})

/** What came of a request's body, and how it ended. */
const sayBody: DirectAnswer = async ({ body }) => {
  let text = ''
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk).toString()
    if (text.endsWith('.')) break
  }
  return new HostAnswer(text, {})
}

test('a body is read as it comes; whoever reads no further still answers, and the connection’s next request too', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const port = await listen(sayBody, elsewhere)
  const post = async (parts: readonly string[]) => {
    const request = httpRequest({ port, host: '127.0.0.1', agent, method: 'POST' })
    for (const part of parts) request.write(part)
    request.end()
    const [response] = await once(request, 'response')
    return [(await response.toArray()).join(''), request.reusedSocket]
  }
  expect(await post(['one ', 'two'])).toEqual(['one two', false])
  expect(await post(['read.', 'x'.repeat(300_000)])).toEqual([expect.stringContaining('read'), true])
  expect(await post(['after'])).toEqual(['after', true])
})

test('a request without a body has none', async () => {
  const { body } = await send(async (request) => HostAnswer.json({ body: request.body }, {}), elsewhere)
  expect(JSON.parse(body.toString())).toEqual({ body: null })
})

test('a stream of the host’s own arrives piece by piece, and ends where its reader leaves', async () => {
  const [left, ended] = [vi.fn(), vi.fn()]
  async function* pieces(signal: AbortSignal) {
    try {
      yield Buffer.from('first')
      await new Promise<void>((resolve) => void onAbort(signal, resolve))
      left()
      yield Buffer.from('nobody reads this')
    } finally {
      ended()
    }
  }
  const answer: DirectAnswer = async ({ signal }) => new HostAnswer(pieces(signal), { status: 206 })
  const request = httpRequest({ port: await listen(answer, elsewhere), host: '127.0.0.1' }).end()
  const [response] = await once(request, 'response')
  expect(response.statusCode).toBe(206)
  const [piece] = await once(response, 'data')
  expect(String(piece)).toBe('first')
  expect(left).not.toHaveBeenCalled()
  request.destroy()
  await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce())
  expect(left).toHaveBeenCalledOnce()
})
