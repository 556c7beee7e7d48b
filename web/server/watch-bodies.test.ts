import { once } from 'node:events'
import { Agent, createServer, request as httpRequest, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { watchBodies } from './watch-bodies'

/** A request whose body has begun, on a server that watches; its clock is the test's. */
async function beginBody(path: string) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const bodies = watchBodies()
  const server = createServer((request) => bodies.watch(request)).listen(0, '127.0.0.1')
  onTestFinished(() => {
    bodies.close()
    vi.useRealTimers()
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has an AddressInfo
  const agent = new Agent({ keepAlive: true })
  const begin = async () => {
    const sender = httpRequest({ port, host: '127.0.0.1', method: 'POST', path, agent })
    // When the test is over.
    sender.on('error', () => undefined)
    sender.write('x')
    const [request, response]: unknown[] = await once(server, 'request')
    if (!(request instanceof IncomingMessage && response instanceof ServerResponse)) expect.fail()
    return { sender, request, response }
  }
  return { begin, ...(await begin()) }
}

/** As one who never falls silent. */
async function drip(sender: ReturnType<typeof httpRequest>, request: IncomingMessage, minutes: number) {
  for (let count = 0; count < minutes * 2; count += 1) {
    vi.advanceTimersByTime(30_000)
    if (request.destroyed) return
    sender.write('x')
    await once(request, 'data')
  }
}

test('a body that comes by the byte is cut off after five minutes', async () => {
  const { sender, request } = await beginBody('/api/replicache/push')
  const cut = once(sender, 'error')
  await drip(sender, request, 5)
  expect(request.destroyed).toBe(false)
  await drip(sender, request, 1)
  expect(request.destroyed).toBe(true)
  expect((await cut)[0]).toMatchObject({ code: 'ECONNRESET' })
})

test.each(['/api/datasets?fileName=a.csv', '/api/datasets/abc/versions', '/api/connections/files'])(
  'a file that is uploaded to %s may take longer',
  async (path) => {
    const { sender, request } = await beginBody(path)
    await drip(sender, request, 20)
    expect(request.destroyed).toBe(false)
  },
)

test('whoever came to the end of their body may wait longer for its answer', async () => {
  const { sender, request } = await beginBody('/api/chart/run-query')
  sender.end()
  // Nobody has read it yet.
  await expect.poll(() => request.complete).toBe(true)
  vi.advanceTimersByTime(600_000)
  expect(request.destroyed).toBe(false)
})

test.each(['/api/replicache/push', '/api/datasets?fileName=a.csv'])(
  'a sender who falls silent in the middle of a body to %s is cut off after two minutes',
  async (path) => {
    const { sender, request } = await beginBody(path)
    const cut = once(sender, 'error')
    vi.advanceTimersByTime(120_000)
    expect(request.destroyed).toBe(false)
    vi.advanceTimersByTime(60_000)
    expect(request.destroyed).toBe(true)
    expect((await cut)[0]).toMatchObject({ code: 'ECONNRESET' })
  },
)

test('so is one who had an answer before that', async () => {
  const { sender, request, response } = await beginBody('/api/replicache/push')
  const answered = once(sender, 'response')
  response.end()
  await answered
  vi.advanceTimersByTime(180_000)
  expect(request.socket.destroyed).toBe(true)
})

test('the requests of a connection are watched one after the other', async () => {
  const { sender, request, response, begin } = await beginBody('/api/replicache/push')
  sender.end()
  response.end()
  await once(
    sender.on('response', (answer) => answer.resume()),
    'close',
  )
  vi.advanceTimersByTime(600_000)
  expect(request.errored).toBeNull()
  const second = await begin()
  expect(second.request.socket).toBe(request.socket)
  vi.advanceTimersByTime(180_000)
  expect(second.request.destroyed).toBe(true)
})
