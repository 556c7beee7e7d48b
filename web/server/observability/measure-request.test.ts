import type { Actor } from '@tidemark/shared/access/actor'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { measureRequest, type MeasuredUntil } from './measure-request'
import { getMetrics } from './metrics'
import { setReporting, type Reporting } from './reporting'

const log = { error: vi.fn(), info: vi.fn(), debug: vi.fn() }
beforeEach(() => vi.clearAllMocks())

const secret = 'CANARY-7f3a'
const route = '/api/things/[id]'
// Only the ids of the actor are read.
const ann = { userId: 'ann', orgId: 'acme', role: 'editor' } as Actor

function measure() {
  return measureRequest(
    new Request(`http://127.0.0.1/api/things/${secret}?token=${secret}`, {
      method: 'POST',
      headers: { authorization: secret, cookie: secret },
      body: secret,
    }),
    log,
  )
}

function finish(answer: Response, until: MeasuredUntil, statuses: readonly number[] = []): Response {
  const measured = measure()
  for (const status of statuses) measured.addStatus(status)
  return measured.finish(answer, until, route)
}

const loggedStatuses = () => log.debug.mock.calls.map(([fields]) => (fields as { readonly status: number }).status)

test('a request is one line with its route, status, duration and who asked, and nothing of what was sent', async () => {
  const measured = measure()
  measured.setAsker(ann)
  measured.finish(new Response(null, { status: 403 }), 'answer', route)
  expect(log.debug.mock.calls).toEqual([
    [
      { route, method: 'POST', status: 403, durationMs: expect.any(Number) as unknown, userId: 'ann', orgId: 'acme' },
      'request',
    ],
  ])
  expect(JSON.stringify(log.debug.mock.calls)).not.toContain(secret)
  expect(await getMetrics().toPrometheus()).toContain(`{method="POST",route="${route}",status="403"} 1\n`)
})

describe('the status', () => {
  test.each([
    ['the worst of the parts of an answer', 200, [200, 400, 504], 504],
    ['the answer’s own where that is worse', 503, [400], 503],
    ['no error where a part was cancelled', 200, [499], 200],
    ['the answer’s own where the whole was cancelled, which is no error to its trace', 499, [], 499, 200],
    ['the answer’s own where that is no error', 202, [], 202, 200],
    ['that of an answer without a body', 304, [], 304, 200],
  ] as const)('is %s', (_, status, parts, expected, traced: number = expected) => {
    const setOutcome = vi.fn()
    // The code under test calls only this method.
    setReporting({ getRunning: () => ({ setOutcome }) } as unknown as Reporting)
    // A Response cannot be created with status 499.
    finish(Object.defineProperty(new Response(), 'status', { value: status }), 'answer', parts)
    setReporting(null)
    expect(loggedStatuses()).toEqual([expected])
    expect(setOutcome.mock.calls).toMatchObject([[{ status: traced }]])
  })
})

describe('a stream', () => {
  const chunks = ['one', 'two']
  const stream = (end: (controller: ReadableStreamDefaultController<Uint8Array>) => void) =>
    new Response(
      new ReadableStream<Uint8Array>({
        start: (controller) => {
          for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
          end(controller)
        },
      }),
    )

  test('that ends by itself is noted with its last byte, once, and arrives as it was', async () => {
    const answer = finish(
      stream((controller) => controller.close()),
      'last-byte',
    )
    expect(loggedStatuses()).toEqual([])
    expect(await answer.text()).toBe('onetwo')
    expect(loggedStatuses()).toEqual([200])
  })

  test('whose text is there is noted at once, and arrives as it was', async () => {
    const answer = finish(new Response('whole', { status: 201, headers: { 'content-length': '5' } }), 'last-byte')
    expect(loggedStatuses()).toEqual([201])
    expect(await answer.text()).toBe('whole')
  })

  test('of minutes is noted with its headers', async () => {
    const answer = finish(
      stream((controller) => controller.close()),
      'answer',
    )
    expect(loggedStatuses()).toEqual([200])
    await answer.text()
    expect(loggedStatuses()).toEqual([200])
  })

  test('whose reader goes away is noted then', async () => {
    await finish(
      stream(() => undefined),
      'last-byte',
    ).body?.cancel()
    expect(loggedStatuses()).toEqual([200])
  })

  test('that was refused is noted at once', () => {
    finish(new Response('no', { status: 404 }), 'last-byte')
    expect(loggedStatuses()).toEqual([404])
  })
})
