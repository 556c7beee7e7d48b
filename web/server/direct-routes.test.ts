import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { clientIpHeader } from './client-ip'
import { answerDirectly, findDirectRoute, type DirectAnswer, type DirectRoute } from './direct-routes'
import { silentLog } from './engine/engine-fixture'
import { getMetrics } from './observability/metrics'
import { setReporting, type Reporting } from './observability/reporting'

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
  (await find(method, target)?.(new Request('http://a.test')))?.json()

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

/** What arrives of an answer to somebody at an address. */
async function send(answer: DirectAnswer, ip: string, headers: Readonly<Record<string, string>> = {}): Promise<Sent> {
  const server = createServer((request, response) => {
    request.headers[clientIpHeader] = ip
    void answerDirectly({ log: silentLog }, request, response, 'http://a.test', answer)
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has an AddressInfo
  const request = httpRequest({ port, host: '127.0.0.1', headers }).end()
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
  const setOutcome = vi.fn()
  // Of the reporting only this is asked for.
  setReporting({ getRunning: () => ({ setOutcome }) } as unknown as Reporting)
  const { status } = await send(find('PUT', '/api/things') ?? expect.fail(), '127.0.0.1')
  setReporting(null)
  expect([status, setOutcome.mock.calls.length]).toEqual([405, 1])
  expect(setOutcome.mock.calls).toMatchObject([[{ status: 405 }]])
  expect(getMetrics().toPrometheus({}, '')).toMatch(/method="\w+",route="refused",status="405"} 1\n/)
})
