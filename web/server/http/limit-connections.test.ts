import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { limitConnections } from './limit-connections'
import { recordingLog } from '@testkit/store/store-fixtures'

test('connections past the most are refused and told of once, and there is room again when one goes', async () => {
  const log = recordingLog()
  const server = createServer((_request, response) => response.end('here'))
  limitConnections(server, log, 1)
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has an AddressInfo
  const accepted = once(server, 'connection')
  const first = connect(port, '127.0.0.1')
  await accepted
  for (let count = 0; count < 2; count += 1) await once(connect(port, '127.0.0.1').resume(), 'close')
  expect(log.errors).toHaveLength(1)
  const closed = once(first.resume(), 'close')
  first.end()
  await closed
  await expect.poll(async () => await textOf(port)).toBe('here')
})

async function textOf(port: number): Promise<string> {
  return await fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } }).then(
    (response) => response.text(),
    () => 'refused',
  )
}
