import { once } from 'node:events'
import { createServer, request as httpRequest, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, test, type TestContext } from 'vitest'
import { allowLongBody, limitBodyTime } from './limit-body-time'

const times = { bodyMs: 800, silenceMs: 400 }

/** Starts a request and sends the first byte of its body. */
async function beginBody(path: string, onTestFinished: TestContext['onTestFinished']) {
  const server = createServer((request, response) => limitBodyTime(request, response, times)).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has an AddressInfo
  const sender = httpRequest({ port, host: '127.0.0.1', method: 'POST', path })
  // The connection is closed at the end of the test.
  sender.on('error', () => undefined)
  sender.write('x')
  const [request, response]: unknown[] = await once(server, 'request')
  if (!(request instanceof IncomingMessage && response instanceof ServerResponse)) throw new Error('no request')
  request.on('error', () => undefined)
  return { sender, request, response }
}

/** Sends bytes continually, so that the sender never stalls. */
async function drip({ sender, request }: Awaited<ReturnType<typeof beginBody>>, totalMs: number) {
  request.resume()
  for (let goneMs = 0; goneMs < totalMs && !request.destroyed; goneMs += 50) {
    sender.write('x')
    await wait(50)
  }
}

// The tests mostly wait, so running them together takes as long as running one.
describe.concurrent('the time of a body', () => {
  test('a body that comes by the byte is cut off once it has had its time', async ({ expect, onTestFinished }) => {
    const begun = await beginBody('/api/replicache/push', onTestFinished)
    const cut = once(begun.sender, 'error')
    await drip(begun, 2_000)
    expect(begun.request.destroyed).toBe(true)
    expect((await cut)[0]).toMatchObject({ code: 'ECONNRESET' })
  })

  test('a file that is uploaded may take longer', async ({ expect, onTestFinished }) => {
    const begun = await beginBody('/api/datasets?fileName=a.csv', onTestFinished)
    allowLongBody(begun.request)
    await drip(begun, 1_500)
    expect(begun.request.destroyed).toBe(false)
  })

  test('whoever came to the end of their body may wait longer for its answer', async ({ expect, onTestFinished }) => {
    const { sender, request, response } = await beginBody('/api/chart/run-query', onTestFinished)
    sender.end()
    // Nobody has read the body yet.
    await expect.poll(() => request.complete).toBe(true)
    await wait(1_200)
    const answered = once(sender, 'response')
    response.end()
    expect((await answered)[0].statusCode).toBe(200)
  })

  test.for([false, true])(
    'a sender who falls silent in the middle of a body is cut off, an upload (%s) too',
    async (isUpload, { expect, onTestFinished }) => {
      const { sender, request } = await beginBody('/api/datasets?fileName=a.csv', onTestFinished)
      if (isUpload) allowLongBody(request)
      const [cut] = await once(sender, 'error')
      expect(cut).toMatchObject({ code: 'ECONNRESET' })
      expect(request.destroyed).toBe(true)
    },
  )
})
