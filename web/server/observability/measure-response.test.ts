import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { localOwner } from '@tidemark/shared/access/actor'
import { afterEach, expect, test, vi } from 'vitest'
import { noTrace } from '../base/request-headers'
import { answerAtHost, measureResponse, type MeasuredAnswer } from './measure-response'
import { getMetrics } from './metrics'
import { setReporting, type Reporting } from './reporting'

const log = { error: vi.fn(), info: vi.fn(), debug: vi.fn() }
const secret = 'CANARY-7f3a'

const server = createServer()
afterEach(() => {
  server.removeAllListeners('request').close()
  setReporting(null)
  vi.clearAllMocks()
})

async function ask(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<void> {
  server.on('request', answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has an AddressInfo
  await (await fetch(`http://127.0.0.1:${port}/data/${secret}?token=${secret}`, { method: 'PUT' })).text()
  await expect.poll(() => log.debug.mock.calls.length).toBe(1)
}

function measured(request: IncomingMessage, response: ServerResponse, route: MeasuredAnswer, answer: () => void): void {
  if (route === 'refused' || route === 'redirect') return answerAtHost(log, request, response, route, answer)
  measureResponse(log, request, response, route)
  answer()
}

const countsOf = async (route: string, status: number) =>
  (await getMetrics().toPrometheus()).includes(`{method="PUT",route="${route}",status="${status}"} 1\n`)

test.each([
  ['refused', 413],
  ['redirect', 307],
  ['page', 404],
] as const)(
  'a request that is answered with a %s is one count and one line, without what was asked for',
  async (route, status) => {
    await ask((request, response) => measured(request, response, route, () => response.writeHead(status).end()))
    expect(log.debug.mock.calls).toMatchObject([[{ route, path: '/data/[id]', method: 'PUT', status }, 'request']])
    expect(JSON.stringify(log.debug.mock.calls)).not.toContain(secret)
    expect(await countsOf(route, status)).toBe(true)
  },
)

test('a file is a line and no count', async () => {
  await ask((request, response) => measured(request, response, 'file', () => response.end()))
  expect(log.debug.mock.calls).toMatchObject([[{ route: 'file', status: 200 }, 'request']])
  expect(await countsOf('file', 200)).toBe(false)
})

test('whoever goes before anything is answered is no success, and no error of the trace', async () => {
  const setOutcome = vi.fn()
  // The code under test calls only this method.
  setReporting({ getRunning: () => ({ setOutcome }) } as unknown as Reporting)
  await ask((request, response) => measured(request, response, 'page', () => request.destroy())).catch(() => undefined)
  await expect.poll(() => log.debug.mock.calls).toMatchObject([[{ route: 'page', status: 499 }, 'request']])
  expect(setOutcome.mock.calls).toMatchObject([[{ status: 200 }]])
})

test('who asks for a page stands in its line, and its reports are told', async () => {
  const setAsker = vi.fn()
  // The code under test calls only these methods.
  setReporting({ getRunning: () => ({ setAsker, setOutcome: vi.fn() }) } as unknown as Reporting)
  await ask((request, response) => {
    measureResponse(log, request, response, 'page').setAsker(localOwner)
    response.end()
  })
  const { userId, orgId } = localOwner
  expect(log.debug.mock.calls).toMatchObject([[{ userId, orgId }, 'request']])
  expect(setAsker.mock.calls).toEqual([[localOwner]])
})

test('a refused request is traced with its status, and does not say which trace it belongs to', async () => {
  const asked: unknown[] = []
  const runRequest: Reporting['runRequest'] = (_request, sender, answer) => {
    asked.push(sender)
    answer()
  }
  const setOutcome = vi.fn()
  // The code under test calls only these methods.
  setReporting({ runRequest, getRunning: () => ({ setOutcome }) } as unknown as Reporting)
  await ask((request, response) => answerAtHost(log, request, response, 'refused', () => response.writeHead(403).end()))
  expect(asked).toEqual([noTrace])
  expect(setOutcome.mock.calls).toMatchObject([[{ status: 403 }]])
})
