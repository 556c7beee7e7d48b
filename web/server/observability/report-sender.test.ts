import { copyFileSync, readdirSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bundleReportSender } from '@testkit/observability/report-sender-fixture'
import { createReportPost } from './post-report'
import { createProxiedTransport } from './proxied-transport'
import { createReportSender } from './report-sender'

interface Received {
  readonly socket: Socket
  readonly encoding: string | undefined
  readonly length: string | undefined
  readonly text: string
}

let server: Server
let received: Received[]
let limits: string | undefined
let status: number
let transport: ReturnType<ReturnType<typeof createReportSender>['createTransport']>
const log = { error: vi.fn(), info: vi.fn(), debug: vi.fn() }
const senderPath = bundleReportSender()

beforeEach(async () => {
  received = []
  limits = undefined
  status = 200
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { 'content-encoding': encoding, 'content-length': length } = request.headers
      const body = Buffer.concat(chunks)
      const text = (encoding === 'gzip' ? gunzipSync(body) : body).toString('utf8')
      received.push({ socket: request.socket, encoding, length, text })
      response.writeHead(status, limits === undefined ? {} : { 'x-sentry-rate-limits': limits })
      response.end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  transport = createReportSender(senderPath(), log).createTransport({
    url: `http://${addressOf(server)}/api/1/envelope/`,
  })
})
afterEach(() => {
  server.close().closeAllConnections()
  vi.clearAllMocks()
  vi.unstubAllEnvs()
})

function addressOf(listening: Server): string {
  const { port } = listening.address() as AddressInfo // a TCP server has an AddressInfo
  return `127.0.0.1:${port}`
}

type Envelope = Parameters<typeof transport.send>[0]
/** Whether it was sent. Of an envelope only the shape counts here: a head, and items of a head and a payload. */
const send = async (file: string) => {
  const exception = { values: [{ type: 'Error', stacktrace: { frames: [{ filename: `app:///${file}.js` }] } }] }
  await transport.send([{}, [[{ type: 'event' }, { exception }]]] as unknown as Envelope)
  return await transport.flush(20_000)
}

test('reports go over one connection, each as a whole', async () => {
  for (const message of ['one', 'two', 'three']) await send(message)
  expect(received.map(({ text }) => /"app:\/\/\/(\w+)\.js"/.exec(text)?.[1])).toEqual(['one', 'two', 'three'])
  expect(received.every(({ length, text }) => length === String(text.length))).toBe(true)
  expect(new Set(received.map(({ socket }) => socket)).size).toBe(1)
})

test.runIf(process.platform === 'linux')('what answers requests goes before what makes reports of them', async () => {
  const threads = () =>
    readdirSync('/proc/self/task').map((id) => ({
      isMain: Number(id) === process.pid,
      priority: getPriority(Number(id)),
    }))
  const usual = getPriority()
  await send('one')
  expect(threads().filter(({ priority }) => priority === Math.max(usual, 10))).not.toEqual([])
  expect(threads().find(({ isMain }) => isMain)).toEqual({ isMain: true, priority: usual })
})

test('long ones are compressed', async () => {
  await send('x'.repeat(40_000))
  expect(received[0]?.encoding).toBe('gzip')
  expect(received[0]?.text).toContain('x'.repeat(40_000))
})

test('a server that wants no more for a while is left alone', async () => {
  limits = '60::organization'
  await send('one')
  await send('two')
  expect(received).toHaveLength(1)
  expect(log.debug.mock.calls).toEqual([[{ reason: 'ratelimit_backoff' }, 'A report could not be sent.']])
})

test.each([302, 403, 404, 429, 500])('one that is answered with %i is lost, which the log tells', async (refusal) => {
  status = refusal
  await send('one')
  expect(log.debug.mock.calls).toEqual([[{ reason: `answered with ${refusal}` }, 'A report could not be sent.']])
})

test('a server that takes reports and says nothing keeps none waiting behind them', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const post = createReportPost({ url: `http://${addressOf(silent)}/`, headers: {}, caCerts: undefined }, 50)
  const ends = await Promise.allSettled(Array.from({ length: 6 }, () => post('one')))
  expect(ends.map((end) => String(Reflect.get(end, 'reason')))).toEqual(Array(6).fill('Error: no answer within 0.05 s'))
  silent.close().closeAllConnections()
})

test('as many as are gathered go out together, and what is too many is lost, which the log tells', async () => {
  const envelope = [{}, [[{ type: 'event' }, { exception: { values: [] } }]]] as unknown as Envelope
  const sendAll = async (count: number) => {
    await Promise.all(Array.from({ length: count }, () => transport.send(envelope)))
    expect(await transport.flush(20_000)).toBe(true)
    return received.length
  }
  expect([await sendAll(300), log.debug.mock.calls.length]).toEqual([300, 0])
  const sent = (await sendAll(2_000)) - 300
  expect(sent).toBeLessThan(2_000)
  expect(log.debug.mock.calls).toHaveLength(2_000 - sent)
  expect(log.debug.mock.lastCall).toEqual([{ reason: 'queue_overflow' }, 'A report could not be sent.'])
})

test('long reports that a silent server keeps waiting are lost before the memory of their worker is', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const own = createReportSender(senderPath(), log).createTransport({ url: `http://${addressOf(silent)}/` })
  const frames = [{ filename: `app:///${'x'.repeat(400_000)}.js` }]
  const envelope = [{}, [[{ type: 'event' }, { exception: { values: [{ stacktrace: { frames } }] } }]]]
  for (let count = 0; count < 300; count += 1) await own.send(envelope as unknown as Envelope)
  expect(await own.flush(1)).toBe(false)
  expect(log.error).not.toHaveBeenCalled()
  expect(log.debug.mock.lastCall).toEqual([{ reason: 'queue_overflow' }, 'A report could not be sent.'])
  silent.close().closeAllConnections()
  expect(await own.flush(20_000)).toBe(true)
})

test('a server that is gone is no failure of ours: the report is lost, and the log says why', async () => {
  server.close()
  server.closeAllConnections()
  await send('one')
  expect(log.debug.mock.calls).toEqual([
    [{ code: 'ECONNREFUSED', reason: expect.any(String) as unknown }, 'A report could not be sent.'],
  ])
  expect(log.error).not.toHaveBeenCalled()
})

test('what is left out of all reports is left out here once more', async () => {
  const envelope = [{}, [[{ type: 'event' }, { message: 'told to nobody', user: { email: 'a@b.example' } }]]]
  await transport.send(envelope as unknown as Envelope)
  await transport.flush(20_000)
  expect(received).toHaveLength(1)
  expect(received[0]?.text).not.toMatch(/nobody|example/)
})

test('behind a proxy they go through it', async () => {
  const asked: (string | undefined)[] = []
  const proxy = createServer().listen(0, '127.0.0.1')
  proxy.on('connect', ({ url }, socket) => {
    asked.push(url)
    const there = connect(Number(url?.split(':').at(-1)), '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
    socket.pipe(there).pipe(socket)
  })
  await once(proxy, 'listening')
  vi.stubEnv('http_proxy', `http://${addressOf(proxy)}`)
  vi.stubEnv('no_proxy', undefined)
  expect(await send('one')).toBe(true)
  expect(received.map(({ text }) => /"app:\/\/\/(\w+)\.js"/.exec(text)?.[1])).toEqual(['one'])
  expect(asked).toEqual([addressOf(server)])
  proxy.close().closeAllConnections()
})

test.each(['that lets nothing through', 'whose server says nothing'])(
  'a proxy %s keeps no report waiting for ever',
  async (which) => {
    const sockets: Duplex[] = []
    const proxy = createServer().listen(0, '127.0.0.1')
    proxy.on('connect', (_, socket) => {
      sockets.push(socket)
      if (which === 'whose server says nothing') socket.write('HTTP/1.1 200 OK\r\n\r\n')
    })
    await once(proxy, 'listening')
    vi.stubEnv('http_proxy', `http://${addressOf(proxy)}`)
    vi.stubEnv('no_proxy', undefined)
    const own = createProxiedTransport(
      { url: `http://${addressOf(server)}/`, headers: {}, caCerts: undefined, recordDroppedEvent: () => undefined },
      300,
    )
    const envelope = [{}, [[{ type: 'event' }, { message: 'one' }]]] as unknown as Envelope
    await expect(own.send(envelope)).rejects.toThrow('no answer within 0.3 s')
    // On a busy machine the time may be over before this thread comes to look who has connected.
    await vi.waitFor(() => expect(sockets).toHaveLength(1))
    for (const socket of sockets) socket.destroy()
    proxy.close().closeAllConnections()
  },
)

test('after its worker has failed, which the log tells, the next report has a new one', async () => {
  const laterThere = join(senderPath(), '..', 'later-there.mjs')
  transport = createReportSender(laterThere, log).createTransport({ url: 'http://127.0.0.1:1/api/1/envelope/' })
  expect(await send('one')).toBe(false)
  expect(log.error.mock.calls).toMatchObject([[{ err: { code: 'MODULE_NOT_FOUND' } }, expect.any(String)]])
  copyFileSync(senderPath(), laterThere)
  expect(await send('two')).toBe(true)
  expect(log.debug).toHaveBeenCalledTimes(1)
})

test('a worker that fails again and again is not started with each report', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  const missing = join(senderPath(), '..', 'missing.mjs')
  transport = createReportSender(missing, log).createTransport({ url: 'http://127.0.0.1:1/api/1/envelope/' })
  for (let count = 0; count < 5; count += 1) await send('one')
  expect([log.error.mock.calls.length, log.debug.mock.calls.length]).toEqual([2, 3])
  expect(log.debug.mock.lastCall).toEqual([{ reason: 'their worker has failed' }, 'A report could not be sent.'])
  now.mockReturnValue(60_000)
  await send('one')
  expect(log.error).toHaveBeenCalledTimes(3)
  now.mockRestore()
})
