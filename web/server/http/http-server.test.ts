import { once } from 'node:events'
import { createServer, request as httpRequest, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { closeServer, drain, letBodyBeLeft, listen } from './http-server'

test('a connection that nobody uses is kept for longer than proxies keep theirs', async () => {
  const server = createServer((_request, response) => response.end())
  await listen(server, 0, '127.0.0.1')
  const { port } = server.address() as AddressInfo // a TCP server has an AddressInfo
  const { headers } = await fetch(`http://127.0.0.1:${port}`)
  const [, seconds] = /^timeout=(\d+)$/.exec(headers.get('keep-alive') ?? '') ?? []
  expect(Number(seconds)).toBeGreaterThan(120)
  await closeServer(server, async () => undefined)
})

test('a header is seen after however many others', async () => {
  const server = createServer((request, response) => response.end(request.headers['x-last']))
  await listen(server, 0, '127.0.0.1')
  const { port } = server.address() as AddressInfo // a TCP server has an AddressInfo
  const others = Array.from({ length: 1_500 }, () => ['a', 'b']).flat()
  const headers = ['host', 'a.test', ...others, 'x-last', 'seen']
  const [answer] = await once(httpRequest({ port, host: '127.0.0.1', headers }).end(), 'response')
  expect(String(Buffer.concat(await answer.toArray()))).toBe('seen')
  await closeServer(server, async () => undefined)
})

/** Begins a request with a body of unknown length, of which the first piece is sent; returns both ends. */
async function beginBody() {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has an AddressInfo
  const sender = httpRequest({ port, host: '127.0.0.1', method: 'POST' })
  sender.write('x'.repeat(50_000))
  const [request, response]: unknown[] = await once(server, 'request')
  if (!(request instanceof IncomingMessage) || !(response instanceof ServerResponse)) expect.fail()
  return { sender, request, response }
}

test('what follows of a body that was read in part, as Next reads it, is drained', async () => {
  const { sender, request, response } = await beginBody()
  const answered = once(sender, 'response')
  letBodyBeLeft(request)
  // Next wraps the request in this way. The web's types know neither Node's streams nor `duplex`.
  const init = { method: 'POST', body: request, duplex: 'half' } as unknown as RequestInit
  for await (const piece of new Request('http://a.test', init).body ?? []) {
    expect(piece.byteLength).toBeGreaterThan(0)
    break
  }
  response
    .once('finish', () => drain(request))
    .writeHead(413)
    .end()
  expect((await answered)[0].statusCode).toBe(413)
  sender.end('y'.repeat(500_000))
  await once(request, 'end')
})

test('a sender that goes on for more than a minute after the answer is cut off', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { sender, request, response } = await beginBody()
  const answered = once(sender, 'response')
  response
    .once('finish', () => drain(request))
    .writeHead(413)
    .end()
  await answered
  vi.advanceTimersByTime(59_000)
  expect(request.destroyed).toBe(false)
  const cut = once(sender, 'close')
  vi.advanceTimersByTime(1_000)
  await cut
})

test('a sender who came to the end of their body is not cut off', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { sender, request, response } = await beginBody()
  response
    .once('finish', () => drain(request))
    .writeHead(413)
    .end()
  sender.end()
  await once(request, 'close')
  expect(vi.getTimerCount()).toBe(0)
})
