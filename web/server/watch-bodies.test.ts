import { once } from 'node:events'
import { createServer, request as httpRequest, IncomingMessage } from 'node:http'
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
  const sender = httpRequest({ port, host: '127.0.0.1', method: 'POST', path })
  // When the test is over.
  sender.on('error', () => undefined)
  sender.write('x')
  const [request]: unknown[] = await once(server, 'request')
  if (!(request instanceof IncomingMessage)) expect.fail()
  return { sender, request }
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
  await drip(sender, request, 4.5)
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
