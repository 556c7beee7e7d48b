import { once } from 'node:events'
import { createServer, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { HostRequest } from './host-request'
import { drain } from './http-server'

interface Received {
  readonly request: HostRequest
  readonly incoming: IncomingMessage
  /** Sends the status, once the body was dealt with. */
  readonly end: (status: number) => void
}

/** A request under way: what the server has of it, and what the sender goes on with. */
async function begin(method = 'POST'): Promise<{ received: Received; sender: ClientRequest }> {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has an AddressInfo
  const sender = httpRequest({ port, host: '127.0.0.1', method, headers: { 'transfer-encoding': 'chunked' } })
  // Whoever goes away is told so.
  sender.on('error', () => undefined).flushHeaders()
  const [incoming, response] = await once(server, 'request')
  const request = new HostRequest(incoming, response, 'http://a.test')
  const end = (status: number) => {
    response.writeHead(status).end()
    drain(incoming)
  }
  return { received: { request, incoming, end }, sender }
}

async function readAll(request: HostRequest, most = Infinity): Promise<string> {
  const chunks: Uint8Array[] = []
  await request.readBody((chunk) => {
    chunks.push(chunk)
    return Buffer.concat(chunks).byteLength <= most
  })
  return Buffer.concat(chunks).toString('utf8')
}

test('a body that comes in pieces is handed over whole, wherever it was cut', async () => {
  const { received, sender } = await begin()
  const read = readAll(received.request)
  const bytes = Buffer.from('{"name":"CO₂"}')
  sender.write(bytes.subarray(0, 12))
  await once(received.incoming, 'data')
  sender.end(bytes.subarray(12))
  expect(await read).toBe('{"name":"CO₂"}')
})

test('of a request without a body nothing is handed over', async () => {
  const { received, sender } = await begin()
  sender.end()
  expect(await readAll(received.request)).toBe('')
  expect(await readAll((await begin('GET')).received.request)).toBe('')
})

test('whoever wants no more of a body can answer at once, and its sender may go on', async () => {
  const { received, sender } = await begin()
  const answered = once(sender, 'response')
  sender.write('x'.repeat(50_000))
  expect((await readAll(received.request, 1)).length).toBeGreaterThan(1)
  received.end(413)
  sender.end('y'.repeat(500_000))
  expect((await answered)[0].statusCode).toBe(413)
  await once(received.incoming, 'end')
})

test('a body whose sender goes away in the middle fails', async () => {
  const { received, sender } = await begin()
  const read = readAll(received.request)
  sender.write('{"name":')
  await once(received.incoming, 'data')
  sender.destroy()
  await expect(read).rejects.toThrow('aborted')
})

test('a body whose sender had gone before anybody read it fails instead of waiting', async () => {
  const { received, sender } = await begin()
  const closed = new Promise((resolve) => received.incoming.once('close', resolve))
  sender.destroy()
  await closed
  await expect(readAll(received.request)).rejects.toThrow('the sender went away')
})
