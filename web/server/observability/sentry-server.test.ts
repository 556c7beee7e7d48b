import { createServer, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { localOwner } from '@tidemark/shared/access/actor'
import * as Sentry from '@sentry/nextjs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { senderOf } from '@testkit/http/request-headers-fixture'
import type { Reporting, RunningRequest } from './reporting'
import { bundleReportSender } from '@testkit/observability/report-sender-fixture'
import { startServerReporting } from './sentry-server'

const senderPath = bundleReportSender()
const log = { error: vi.fn(), info: vi.fn(), debug: vi.fn() }
const push = '/api/replicache/push'
const pull = '/api/replicache/pull'
const parentSpanId = 'b'.repeat(16)

type Answer = (response: ServerResponse, running?: RunningRequest) => unknown

/** What left the process. */
let sent: Sent[] = []
let reporting: Reporting
let origin: string
const servers: Server[] = []
/** What the running test answers with. */
let answer: Answer
let hasSpans: boolean
/** What the SDK listens to from then on. */
const processEvents = ['uncaughtException', 'unhandledRejection'] as const
let before: readonly (readonly unknown[])[] = []
// The types know a list for each event; they are all lists of functions.
const listenersOf = (name: string) => process.listeners(name as 'exit')

async function listen(server: Server): Promise<string> {
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  return `127.0.0.1:${(server.address() as AddressInfo).port}` // a TCP server has an AddressInfo
}

beforeAll(async () => {
  before = processEvents.map((name) => listenersOf(name))
  const ingest = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const plain = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
      sent.push(...reportsIn(plain.toString('utf8')))
      response.end('{}')
    })
  })
  const dsn = `http://local@${await listen(ingest)}/1`
  const config = { isEnabled: true, environment: 'production', release: '1.2.3', dsn }
  reporting = await startServerReporting({ config, log, senderPath: senderPath() })
  const server = createServer((request, response) =>
    reporting.runRequest(request, { trust: 'trusted', sender: senderOf(request), hasSpans }, (running) => {
      answer(response, running)
    }),
  )
  origin = `http://${await listen(server)}`
})
beforeEach(() => {
  sent = []
  hasSpans = false
})
afterEach(() => void vi.restoreAllMocks())
afterAll(async () => {
  await reporting.close(2_000)
  Sentry.getCurrentScope().setClient(undefined)
  for (const [index, name] of processEvents.entries())
    for (const listener of listenersOf(name))
      if (before[index]?.includes(listener) !== true) process.removeListener(name, listener)
  for (const server of servers) server.close().closeAllConnections()
})

/** One item of what was sent, of which the tests read what they expect. */
interface Sent {
  readonly type: string
  readonly head: Readonly<Record<string, unknown>>
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly payload: any
}

function reportsIn(envelope: string): Sent[] {
  const [head, ...lines] = envelope.split('\n').map((line) => JSON.parse(line || '{}') as Sent)
  return lines.flatMap((item, index) =>
    index % 2 === 0 && index + 1 < lines.length
      ? [{ type: item.type, head: Object(Reflect.get(head ?? {}, 'trace')) as Sent['head'], payload: lines[index + 1] }]
      : [],
  )
}

interface Asked {
  readonly draw: number
  readonly parent?: 0 | 1
}

/** Asks as a page of ours does, and returns the transactions that came of it. */
async function ask(path: string, { draw, parent = 1 }: Asked, run: Answer): Promise<readonly Sent[]> {
  answer = run
  const traceId = crypto.randomUUID().replaceAll('-', '')
  const baggage = `sentry-trace_id=${traceId},sentry-sample_rand=${draw},sentry-sample_rate=0.5,sentry-release=a%2Fb,sentry-user_id=CANARY`
  const headers = { 'sentry-trace': `${traceId}-${parentSpanId}-${parent}`, baggage, connection: 'close' }
  await (await fetch(`${origin}${path}?secret=CANARY`, { method: 'POST', headers })).text()
  await pause(20)
  await Sentry.flush(20_000)
  return sent.filter(({ type, payload }) => type === 'transaction' && payload.contexts.trace.trace_id === traceId)
}

const end =
  (status: number): Answer =>
  (response) => {
    reporting.getRunning()?.setOutcome({ status, durationMs: 1 })
    response.writeHead(status).end()
  }

describe('a request that is kept and not followed', () => {
  beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0.5))

  test('is one transaction of what was measured, in its sender’s trace, about whoever asked', async () => {
    let fields: ReturnType<Reporting['traceFields']>
    const [report, ...others] = await ask(pull, { draw: 0.001 }, async (response, running) => {
      fields = reporting.traceFields()
      running?.setAsker(localOwner)
      running?.setOutcome({ status: 503, durationMs: 1_234 })
      // The same request, found by whoever was not given it.
      reporting.getRunning()?.setOutcome({ status: 200, durationMs: 1 })
      expect(Sentry.getActiveSpan()).toBeUndefined()
      response.end()
    })
    expect(others).toEqual([])
    const { transaction, contexts, spans, start_timestamp: startedAt, timestamp, release } = report?.payload ?? {}
    expect({ transaction, spans, release, seconds: Math.round((timestamp - startedAt) * 1000) }).toEqual({
      transaction: `POST ${pull}`,
      spans: [],
      release: '1.2.3',
      seconds: 1_234,
    })
    expect(contexts.trace).toMatchObject({
      span_id: fields?.spanId,
      parent_span_id: parentSpanId,
      op: 'http.server',
      status: 'unavailable',
      data: { 'http.target': pull, 'tidemark.outcome.status': 503, 'sentry.sample_rate': 0.5 },
    })
    expect(contexts.session).toMatchObject({ userId: localOwner.userId, orgId: localOwner.orgId })
    expect(contexts.localStorage).toEqual({ available: false })
    expect(Object.keys(contexts)).toEqual(expect.arrayContaining(['os', 'runtime']))
    expect(report?.head).toMatchObject({ sample_rate: '0.5', sample_rand: '0.001', release: 'a/b' })
    expect(JSON.stringify(sent)).not.toContain('CANARY')
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
    expect(kept.map(({ head }) => head['sample_rate'])).toEqual(rate === null ? [] : [rate])
  })

  test('has the fields that the SDK gives one, and its profile too, so that they count as the same', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    // Few rounds, or V8 replaces the code while it runs, which a profiler that starts later has no name for.
    const long = Array.from({ length: 20_000 }, (_, index) => ({ index }))
    const busy = () => {
      const until = performance.now() + 60
      while (performance.now() < until) JSON.stringify(long)
    }
    const shapeOf = ([report]: readonly Sent[]) => {
      const { trace, ...contexts } = report?.payload.contexts ?? {}
      const { contexts: _, measurements: __, breadcrumbs: ___, ...rest } = report?.payload ?? {}
      const profiles = sent.filter(({ type }) => type === 'profile').map(({ payload }) => payload)
      // What the SDK says twice, and the measurements, of which none leave.
      const [{ profile, transaction, contexts: ____, measurements: _____, ...about }] = profiles
      expect([profiles.length, profile.samples.length > 1, transaction.id]).toEqual([1, true, report?.payload.event_id])
      const { thread_metadata: threads, samples, frames } = profile
      return {
        fields: Object.keys(rest).toSorted(),
        contexts: Object.keys(contexts).toSorted(),
        trace: Object.keys(trace).toSorted(),
        data: Object.keys(trace.data).toSorted(),
        head: Object.keys(report?.head ?? {}).toSorted(),
        about: { ...about, event_id: about.event_id.length, timestamp: about.timestamp.length },
        profile: { parts: Object.keys(profile).toSorted(), threads, thread: samples[0].thread_id },
        sample: Object.keys(samples[0]).toSorted(),
        // Those of Node itself have other fields; which of them are found is chance.
        frame: Object.keys(
          frames.find(({ function: name }: { readonly function: string }) => name === 'busy'),
        ).toSorted(),
        transaction: { ...transaction, id: transaction.id.length, trace_id: transaction.trace_id.length },
      }
    }
    const late = shapeOf(await ask(pull, { draw: 0.001 }, (response) => (busy(), end(200)(response))))
    sent = []
    hasSpans = true
    const bySdk = await ask(pull, { draw: 0.001 }, (response) =>
      Sentry.startSpanManual(
        {
          name: `POST ${pull}`,
          op: 'http.server',
          attributes: { 'http.method': 'POST', 'http.target': pull, 'http.response.status_code': 200 },
          forceTransaction: true,
        },
        (span, endSpan) => {
          busy()
          reporting.getRunning()?.setOutcome({ status: 200, durationMs: 60 })
          span.setStatus({ code: 1 })
          endSpan()
          response.end()
        },
      ),
    )
    expect(late).toEqual(shapeOf(bySdk))
  })
})

describe('a request that is followed', () => {
  test('finds its span through whatever it awaits, and others find none of it', async () => {
    hasSpans = true
    const seen: (string | undefined)[] = []
    const spanId = () => Sentry.getActiveSpan()?.spanContext().spanId
    await ask('/page', { draw: 0.001 }, async (response) => {
      await Sentry.startSpan({ name: 'page' }, async () => {
        seen.push(spanId())
        await pause(5)
        seen.push(spanId())
      })
      response.end()
    })
    expect(spanId()).toBeUndefined()
    expect(seen[0]).toMatch(/^[0-9a-f]{16}$/)
    expect(seen[1]).toBe(seen[0])
  })
})
