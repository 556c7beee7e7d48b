import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { localOwner } from '@tidemark/shared/access/actor'
import { senderOf } from '../http/request-headers-fixture'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { IngestServer } from '../../tools/telemetry/telemetry-ingest.mjs'
import type { Reporting } from '@/server/observability/reporting'
import { noTrace } from '@/server/base/request-headers'
import { startServerReporting } from '@/server/observability/sentry-server'
import { deviationOf, quick, refused, tolerance, traceCount } from './sampling-cases'

const Sentry = createRequire(import.meta.url)('@sentry/node-core/light') as typeof import('@sentry/node-core/light')

const log = { error: vi.fn(), info: vi.fn(), debug: vi.fn() }
const push = '/api/replicache/push'
const pull = '/api/replicache/pull'
const parentSpanId = 'b'.repeat(16)

type Answer = (response: ServerResponse) => unknown

let ingest: IngestServer
let reporting: Reporting
let origin: string
/** The answer of the running test. */
let answer: Answer
const listenersBefore = process.listeners('uncaughtException')
const server = createServer((request, response) =>
  reporting.runRequest(request, senderOf(request), () => void answer(response)),
)

beforeAll(async () => {
  ingest = await IngestServer.start()
  const config = { isEnabled: true, environment: 'production', release: '1.2.3', dsn: ingest.dsn }
  reporting = startServerReporting({ config, log })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a TCP server has an AddressInfo
})
beforeEach(() => ingest.clear())
afterAll(async () => {
  await reporting.close(2_000)
  Sentry.getCurrentScope().setClient(undefined)
  for (const listener of process.listeners('uncaughtException'))
    if (!listenersBefore.includes(listener)) process.removeListener('uncaughtException', listener)
  server.close().closeAllConnections()
  await ingest.close()
})

interface Asked {
  readonly draw: number
  readonly parent?: 0 | 1
}

/** Sends a request as our pages do, and returns the resulting transactions. */
async function ask(path: string, { draw, parent = 1 }: Asked, run: Answer) {
  answer = run
  const traceId = crypto.randomUUID().replaceAll('-', '')
  const baggage = `sentry-trace_id=${traceId},sentry-sample_rand=${draw},sentry-sample_rate=0.5,sentry-release=a%2Fb,sentry-user_id=CANARY`
  const headers = { 'sentry-trace': `${traceId}-${parentSpanId}-${parent}`, baggage, connection: 'close' }
  await (await fetch(`${origin}${path}?secret=CANARY`, { method: 'POST', headers })).text()
  await pause(20)
  await Sentry.flush(20_000)
  return ingest.ofType('transaction').filter(({ payload }) => payload.contexts.trace.trace_id === traceId)
}

const end =
  (status: number): Answer =>
  (response) => {
    reporting.getRunning()?.setOutcome({ status, durationMs: 1 })
    response.writeHead(status).end()
  }

describe('a request', () => {
  test('is one transaction in its sender’s trace, about whoever asked, with how it ended', async () => {
    let fields: ReturnType<Reporting['traceFields']>
    const [report, ...others] = await ask(pull, { draw: 0.001 }, async (response) => {
      fields = reporting.traceFields()
      const running = reporting.getRunning()
      running?.setAsker(localOwner)
      running?.setOutcome({ status: 503, durationMs: 1_234 })
      // An outcome that is set too late.
      reporting.getRunning()?.setOutcome({ status: 200, durationMs: 1 })
      response.end()
    })
    expect(others).toEqual([])
    const { transaction, contexts, spans, release } = report?.payload ?? {}
    expect({ transaction, spans, release }).toEqual({ transaction: `POST ${pull}`, spans: [], release: '1.2.3' })
    expect(contexts.trace).toMatchObject({
      span_id: fields?.spanId,
      parent_span_id: parentSpanId,
      op: 'http.server',
      status: 'unavailable',
      data: {
        'http.target': pull,
        'http.response.status_code': 503,
        'tidemark.outcome.status': 503,
        'tidemark.outcome.ms': 1_234,
        'sentry.sample_rate': 0.5,
      },
    })
    expect(contexts.session).toMatchObject({ userId: localOwner.userId, orgId: localOwner.orgId })
    expect(contexts.localStorage).toEqual({ available: false })
    expect(Object.keys(contexts)).toEqual(expect.arrayContaining(['os', 'runtime']))
    expect(Object(report?.header['trace'])).toMatchObject({ sample_rate: '0.5', sample_rand: '0.001', release: 'a/b' })
    expect(ingest.raw).not.toContain('CANARY')
  })

  test.each([
    [push, 0.019, 200, '0.02'],
    [push, 0.021, 200, null],
    [push, 0.199, 401, '0.2'],
    [push, 0.201, 500, null],
    ['/api/chart/run-query', 0.249, 400, '0.25'],
    ['/api/replicache/poke', 0.011, 204, null],
  ] as const)('%s with the draw %f that ended with %i has the rate %s', async (path, draw, status, rate) => {
    const kept = await ask(path, { draw, parent: 0 }, end(status))
    expect(kept.map(({ header }) => Object(header['trace']).sample_rate)).toEqual(rate === null ? [] : [rate])
  })

  test.each([
    [push, quick, 0.02],
    [push, refused, 0.2],
    [pull, quick, 0.05],
  ] as const)('%s that ended as %o is kept at the rate %f, of many', async (url, outcome, rate) => {
    for (let index = 0; index < traceCount; index += 1) {
      reporting.runRequest({ method: 'POST', url }, noTrace, () => reporting.getRunning()?.setOutcome(outcome))
      // Lets the SDK send what it has, as between two requests.
      if (index % 20 === 0) await new Promise(setImmediate)
    }
    await Sentry.flush(20_000)
    const kept = ingest.ofType('transaction')
    expect(Math.abs(deviationOf(kept.length, rate))).toBeLessThan(tolerance)
    expect(new Set(kept.map(({ header }) => Object(header['trace']).sample_rate))).toEqual(new Set([String(rate)]))
  })

  test('has the spans that whoever answers makes of its parts, through whatever it awaits, and none that ends after it', async () => {
    const seen: unknown[] = []
    const traceId = () => Sentry.getActiveSpan()?.spanContext().traceId
    const [report, ...others] = await ask('/page', { draw: 0.001 }, async (response) => {
      const late = Sentry.startInactiveSpan({ name: 'late' })
      await Sentry.startSpan({ name: 'page', op: 'page' }, async () => {
        await pause(5)
        seen.push(traceId())
      })
      end(200)(response)
      await pause(10)
      late.end()
    })
    expect(traceId()).toBeUndefined()
    expect(seen).toEqual([report?.payload.contexts.trace.trace_id])
    expect(others).toEqual([])
    expect(report?.payload.spans.map(({ op }: { readonly op?: string }) => op)).toEqual(['page'])
  })

  test('is the only thing that is traced: what is done outside of one begins no trace', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    Sentry.startSpan({ name: 'GET /', attributes: { 'http.target': '/', 'http.method': 'GET' } }, () => undefined)
    vi.restoreAllMocks()
    await Sentry.flush(20_000)
    expect(ingest.reports).toEqual([])
  })
})
