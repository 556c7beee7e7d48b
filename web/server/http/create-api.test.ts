import { once } from 'node:events'
import { Agent, createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { onAbort } from '../base/abort-signals'
import { parseTrustedProxies } from '../base/client-ip'
import { drain } from './http-server'
import { getMetrics } from '../observability/metrics'
import { setServices, type Services } from '../services'
import { answerJson, streamOf, uploadOf, type ApiRoute, routesOver } from './api-route'
import { createApi, createApiListener } from './create-api'
import { takeSender } from '../base/request-headers'

const { openRoute } = routesOver<never>()

const log = { error: vi.fn(), info: vi.fn(), debug: vi.fn() }
beforeEach(() => {
  // The routes use no other services.
  setServices({ config: { mode: 'local' }, log } as unknown as Services)
})
afterEach(() => vi.clearAllMocks())

type Handle = (request: Request, params: Readonly<Record<string, string>>) => Promise<Response>

const declare = (method: ApiRoute['method'], path: `/api/${string}`, handle: Handle): ApiRoute =>
  openRoute({ method, path, summary: '', example: '' }, ({ request, params }) => handle(request, params))

const things = createApi([
  declare('POST', '/api/things', async () => answerJson({ text: 'made' })),
  declare('DELETE', '/api/things/:id', async (_, params) => answerJson({ text: 'gone', ...params })),
])

test('an address is found with its query, and its parameter is decoded', async () => {
  const made = await things.request('/api/things?workspace=w1', { method: 'POST' }, {})
  expect(await made.json()).toEqual({ text: 'made' })
  const gone = await things.request('/api/things/a%20b', { method: 'DELETE' }, {})
  expect(await gone.json()).toEqual({ text: 'gone', id: 'a b' })
})

test.each(['/api/thing', '/api/things/a/b', '/api/thingsx', '/api/Things'])('%s is unknown', async (path) => {
  const answer = await things.request(path, { method: 'DELETE' }, {})
  expect([answer.status, await answer.json()]).toMatchObject([404, { error: { code: 'unknown-route', detail: path } }])
})

test('another method is refused, and counted so', async () => {
  const answer = await things.request('/api/things', { method: 'PUT' }, {})
  expect([answer.status, await answer.json()]).toMatchObject([405, { error: { code: 'method-not-allowed' } }])
  expect(answer.headers.get('allow')).toBe('POST, OPTIONS')
  expect(await getMetrics().toPrometheus()).toMatch(/method="PUT",route="refused",status="405"} 1\n/)
})

test('the methods of an address can be asked for', async () => {
  const answer = await things.request('/api/things/a', { method: 'OPTIONS' }, {})
  expect([answer.status, answer.headers.get('allow'), await answer.text()]).toEqual([204, 'DELETE, OPTIONS', ''])
  expect((await things.request('/api/thing', { method: 'OPTIONS' }, {})).status).toBe(404)
})

/** Starts a server with one route, whose clients appear to have this address; returns its port. */
async function listen(method: ApiRoute['method'], handle: Handle, ip = '203.0.113.7'): Promise<number> {
  const answer = createApiListener(createApi([declare(method, '/api/some', handle)]))
  const isTrusted = parseTrustedProxies(['127.0.0.1'])
  const server = createServer((request, response) => {
    request.rawHeaders.push('x-forwarded-for', ip)
    takeSender(request, isTrusted)
    response.once('finish', () => drain(request))
    answer(request, response)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port // a TCP server has an AddressInfo
}

async function ask(handle: Handle, headers: Readonly<Record<string, string>> = {}, ip?: string) {
  const port = await listen('GET', handle, ip)
  const request = httpRequest({ port, host: '127.0.0.1', path: '/api/some', headers }).end()
  const [response] = await once(request, 'response')
  return { headers: response.headers, status: response.statusCode, body: Buffer.concat(await response.toArray()) }
}

const long = { text: 'x'.repeat(5000) }
const sayLong = async () => answerJson(long)

test('a long answer is compressed, and not for a reader on this machine', async () => {
  const zipped = await ask(sayLong, { 'accept-encoding': 'gzip, br' })
  expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
  expect(JSON.parse(gunzipSync(zipped.body).toString())).toEqual(long)
  for (const plain of [
    await ask(sayLong),
    await ask(sayLong, { 'accept-encoding': 'gzip' }, '127.0.0.1'),
    await ask(async () => answerJson({}), { 'accept-encoding': 'gzip' }),
  ]) {
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(Number(plain.headers['content-length'])).toBe(plain.body.byteLength)
  }
})

test('each cookie of an answer arrives', async () => {
  const answer = answerJson({})
  for (const cookie of ['a=1', 'b=2']) answer.headers.append('set-cookie', cookie)
  expect((await ask(async () => answer)).headers['set-cookie']).toEqual(['a=1', 'b=2'])
})

/** Answers with the content of an upload and how it ended. */
const sayUpload: Handle = async (request) => {
  let text = ''
  for await (const chunk of uploadOf(request)) {
    text += String(chunk)
    if (text.includes('.')) break
  }
  return answerJson(text.split('.')[0])
}

test('an upload is read as it comes; whoever reads no further still answers, and the connection’s next request too', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const port = await listen('POST', sayUpload)
  const post = async (parts: readonly string[]) => {
    const request = httpRequest({ port, host: '127.0.0.1', path: '/api/some', agent, method: 'POST' })
    for (const part of parts) request.write(part)
    request.end()
    const [response] = await once(request, 'response')
    return [(await response.toArray()).join(''), request.reusedSocket]
  }
  expect(await post(['one ', 'two'])).toEqual(['"one two"', false])
  expect(await post(['read.', 'x'.repeat(300_000)])).toEqual(['"read"', true])
  expect(await post(['after'])).toEqual(['"after"', true])
})

test('a stream arrives piece by piece, and ends where its reader leaves', async () => {
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
  const port = await listen('GET', async ({ signal }) => new Response(streamOf(pieces(signal))))
  const request = httpRequest({ port, host: '127.0.0.1', path: '/api/some' }).end()
  const [response] = await once(request, 'response')
  const [piece] = await once(response, 'data')
  expect(String(piece)).toBe('first')
  expect(left).not.toHaveBeenCalled()
  request.destroy()
  await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce())
  expect(left).toHaveBeenCalledOnce()
})

test.each([[[]], [['first']]])('a stream that fails after %j breaks off, and only the log says why', async (sent) => {
  async function* failing() {
    for (const text of sent) yield Buffer.from(text)
    throw new Error('secret path /srv/x')
  }
  const port = await listen('GET', async () => new Response(streamOf(failing())))
  const request = httpRequest({ port, host: '127.0.0.1', path: '/api/some' }).end()
  const whole = once(request, 'response').then(async ([response]) => (await response.toArray()).join(''))
  await expect(whole).rejects.toMatchObject({ code: 'ECONNRESET' })
  await vi.waitFor(() => expect(log.error).toHaveBeenCalledOnce())
})

test('nothing is logged of a reader who leaves while the next piece is awaited', async () => {
  let cancel: () => void = () => undefined
  const ended = vi.fn()
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from('first')),
    pull: async () => await new Promise<void>((resolve) => (cancel = resolve)),
    cancel: () => {
      ended()
      cancel()
    },
  })
  const port = await listen('GET', async () => new Response(body))
  const request = httpRequest({ port, host: '127.0.0.1', path: '/api/some' }).end()
  const [response] = await once(request, 'response')
  await once(response, 'data')
  request.destroy()
  await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce())
  await new Promise((resolve) => setImmediate(resolve))
  expect(log.error).not.toHaveBeenCalled()
})
