import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { closeServer, listen } from './http-server'

test('a connection that nobody uses is kept for longer than proxies keep theirs', async () => {
  const server = createServer((_request, response) => response.end())
  await listen(server, 0, '127.0.0.1')
  const { port } = server.address() as AddressInfo // a TCP server has an AddressInfo
  const { headers } = await fetch(`http://127.0.0.1:${port}`)
  const [, seconds] = /^timeout=(\d+)$/.exec(headers.get('keep-alive') ?? '') ?? []
  expect(Number(seconds)).toBeGreaterThan(120)
  await closeServer(server, async () => undefined)
})
