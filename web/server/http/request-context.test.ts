import { createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { getRequestContext, withRequestContext } from './request-context'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function listen(answer: Parameters<typeof createServer>[1]): Promise<string> {
  const measure = { setAsker: () => undefined, leaveToRoute: () => undefined }
  server = createServer((request, response) => withRequestContext(response, measure, () => answer?.(request, response)))
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a TCP server has an AddressInfo
}

describe("a request's context", () => {
  it('turns a drawn page into a 404, and leaves other answers alone', async () => {
    const origin = await listen((request, response) => {
      getRequestContext()?.markNotFound()
      response.statusCode = request.url === '/moved' ? 307 : 200
      response.end('drawn')
    })
    const page = await fetch(`${origin}/`)
    expect([page.status, await page.text()]).toEqual([404, 'drawn'])
    expect((await fetch(`${origin}/moved`, { redirect: 'manual' })).status).toBe(307)
  })

  it('is found through whatever the answer awaits, each request its own', async () => {
    const origin = await listen((request, response) => {
      void Promise.resolve()
        .then(() => new Promise((resolve) => setTimeout(resolve, 5)))
        .then(() => {
          if (request.url === '/unknown') getRequestContext()?.markNotFound()
          response.end()
        })
    })
    const answers = await Promise.all(['/unknown', '/known', '/unknown'].map((path) => fetch(origin + path)))
    expect(answers.map(({ status }) => status)).toEqual([404, 200, 404])
  })

  it('tells when the reader left, and not when the answer was complete', async () => {
    const signals: (AbortSignal | undefined)[] = []
    const origin = await listen((request, response) => {
      signals.push(getRequestContext()?.signal)
      response.write('part')
      if (request.url === '/whole') response.end()
    })
    await (await fetch(`${origin}/whole`)).text()
    await new Promise<void>((resolve) => {
      const leaving = get(`${origin}/endless`, (response) => {
        response.once('data', () => leaving.destroy())
        response.once('error', () => resolve())
        response.once('close', () => resolve())
      })
    })
    await expect.poll(() => signals.map((signal) => signal?.aborted)).toEqual([false, true])
  })
})
