import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { findPortHolder, isPortFree } from './port-holder'

it('names the process that listens on a port, and nobody once it has stopped', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has an AddressInfo
  expect(await findPortHolder(port)).toContain(`process ${process.pid}`)
  expect(await isPortFree(port)).toBe(false)
  server.close()
  await once(server, 'close')
  expect(await findPortHolder(port)).toBeNull()
  expect(await isPortFree(port)).toBe(true)
})
