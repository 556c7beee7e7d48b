import { describe, expect, test } from 'vitest'
import { RequestTrace, type TracedRequest, type TracingRules } from './request-trace'

const traceId = 'a'.repeat(32)
const rules: TracingRules = {
  environment: 'production',
  head: ',sentry-environment=production',
}
const begin = (changes: Partial<TracedRequest> = {}, process = rules) =>
  new RequestTrace(process, { hasSpans: true, method: 'POST', url: '/api/replicache/push?x=1', ...changes })
const sent = (draw: number | null, flag: '' | '-0' | '-1' = '-1') => ({
  sentryTrace: `${traceId}-${'b'.repeat(16)}${flag}`,
  baggage: `sentry-trace_id=${traceId}${draw === null ? '' : `,sentry-sample_rand=${draw}`}`,
})

const [push, poke, query, other] = [
  '/api/replicache/push',
  '/api/replicache/poke',
  '/api/chart/run-query',
  '/api/health',
]

describe('a request with a trace of its sender’s', () => {
  test.each([
    [push, 0.0199, 'live'],
    [push, 0.02, 'late'],
    [push, 0.1999, 'late'],
    [push, 0.2, 'none'],
    [poke, 0.0099, 'live'],
    [poke, 0.01, 'late'],
    [query, 0.2499, 'late'],
    [query, 0.25, 'none'],
  ] as const)('to %s with the draw %f is %s, whatever the sender decided', (url, draw, kind) => {
    for (const flag of ['-0', '-1', ''] as const) expect(begin({ url, ...sent(draw, flag) }).kind).toBe(kind)
  })

  test.each([
    ['-1', 0.9, 'live'],
    ['-0', 0.001, 'none'],
    ['', 0.049, 'live'],
    ['', 0.05, 'none'],
  ] as const)('to any other route follows the sender: %s with the draw %f is %s', (flag, draw, kind) => {
    expect(begin({ url: other, ...sent(draw, flag) }).kind).toBe(kind)
  })

  test('goes on with it, and without a number of its own is left to the SDK where that makes its spans', () => {
    const drawn = begin(sent(0.5))
    expect([drawn.ids.traceId, drawn.headers]).toEqual([traceId, sent(0.5)])
    expect(begin(sent(null))).toMatchObject({ kind: 'live', draw: undefined })
  })

  test.each(['', 'nonsense', `${traceId}-short-1`, `${traceId}-${'b'.repeat(16)}-2`])(
    'that is none (%j) begins one',
    (sentryTrace) => {
      const drawn = begin({ sentryTrace, baggage: 'sentry-sample_rand=0.0001' })
      expect(drawn.ids.traceId).not.toBe(traceId)
      expect(drawn.draw).not.toBe(0.0001)
    },
  )
})

test('ids that are none are never passed on, as to a log', () => {
  const sentryTrace = `${'z'.repeat(32)}-${'b'.repeat(16)}-1`
  const { traceId: own, parentSpanId } = begin({ ...sent(0), sentryTrace }).ids
  expect([own, parentSpanId]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), undefined])
})

describe('a request of whose sender it is asked if they may name its trace', () => {
  const asked = (draw: number) => begin({ hasSpans: false, isSenderAsked: true, ...sent(draw) })

  test('goes on with their trace when they may, whatever is said later', () => {
    const drawn = asked(0.01)
    drawn.settleSender(true)
    drawn.settleSender(false)
    expect([drawn.ids.traceId, drawn.headers, drawn.draw]).toEqual([traceId, sent(0.01), 0.01])
  })

  test.each([
    ['when they may not', (drawn: RequestTrace) => drawn.settleSender(false)],
    ['when that was not said before somebody wanted to know its ids', (drawn: RequestTrace) => drawn.ids],
    ['or its headers', (drawn: RequestTrace) => drawn.headers],
  ])('begins one of its own, with a draw of its own, %s', (_, ask) => {
    const draws = Array.from({ length: 1_000 }, () => {
      const drawn = asked(0.01)
      ask(drawn)
      drawn.settleSender(true)
      expect(drawn.ids.traceId).not.toBe(traceId)
      expect(drawn.headers.baggage).toContain(`sentry-sample_rand=${drawn.draw},`)
      return drawn.draw ?? 0
    })
    expect(new Set(draws).size).toBe(1_000)
    expect(Math.abs(draws.filter((draw) => draw < 0.2).length - 200)).toBeLessThan(4.5 * Math.sqrt(1_000 * 0.2 * 0.8))
  })
})

describe('a request whose parts nobody traces', () => {
  test.each([
    [0.0199, true],
    [0.02, false],
  ])('is made when it has ended, and with the draw %f surely: %j', (draw, isSure) => {
    expect(begin({ hasSpans: false, ...sent(draw) })).toMatchObject({ kind: 'late', isSure })
  })

  test('and whose number is none is not sent', () => {
    const baggage = `sentry-trace_id=${traceId},sentry-sample_rand=0.0.1`
    expect(begin({ hasSpans: false, ...sent(0), baggage }).kind).toBe('none')
  })

  test.each([
    '0.0199999999999999991',
    '0.01',
    '0.',
    '0.5',
    '0.25;property=1',
    '0.1 , other=1',
    '0.0000001',
    '00.1',
    '1',
    '.2',
  ])('reads the number %j as a number is read, wherever it stands', (number) => {
    const read = Number(/[\d.]+/.exec(number)?.[0])
    for (const baggage of [
      `sentry-sample_rand=${number}`,
      `a=1,sentry-sample_rand=${number},b=0.9`,
      `a=1, sentry-sample_rand=${number}`,
    ])
      expect(begin({ hasSpans: false, ...sent(0), baggage }).draw).toBeCloseTo(read, 14)
  })

  test.each(['sentry-sample_rand=', 'xsentry-sample_rand=0.0001', 'sentry-sample_rand=-1'])(
    'and whose baggage %j names no number is as if it had none',
    (baggage) => {
      const drawOf = (given: string) => begin({ hasSpans: false, ...sent(0), baggage: given }).draw
      expect(drawOf(baggage)).toBe(drawOf(''))
    },
  )

  test('and has no number is decided by its trace, for all of it alike and with the same chance', () => {
    const kinds = Array.from({ length: 20_000 }, () => {
      const sentryTrace = `${crypto.randomUUID().replaceAll('-', '')}-${'b'.repeat(16)}-1`
      const drawOne = () => begin({ hasSpans: false, sentryTrace, baggage: '' })
      expect(drawOne().draw).toBe(drawOne().draw)
      return drawOne().kind
    })
    const late = kinds.filter((kind) => kind === 'late').length
    expect(Math.abs(late - 20_000 * 0.2)).toBeLessThan(4.5 * Math.sqrt(20_000 * 0.2 * 0.8))
  })
})

describe('of many requests without one', () => {
  const count = 20_000
  test.each([
    ['production', push, 0.02, 0.2],
    ['production', poke, 0.01, 0.2],
    ['production', query, 0.01, 0.25],
    ['production', other, 0.05, 0.05],
    ['development', push, 0.1, 0.1],
    ['staging', push, 0, 0],
  ] as const)('in %s to %s a share of %f is traced at once, and %f at most', (environment, url, sure, head) => {
    const drawn = Array.from({ length: count }, () => begin({ url }, { ...rules, environment }))
    for (const [kinds, rate] of [
      [['live'], sure],
      [['live', 'late'], head],
    ] as const) {
      const found = drawn.filter(({ kind }) => kinds.some((each) => each === kind)).length
      expect(Math.abs(found - count * rate)).toBeLessThanOrEqual(4.5 * Math.sqrt(count * rate * (1 - rate)))
    }
    expect(new Set(drawn.map((each) => each.ids.traceId)).size).toBe(count)
  })

  test('each begins a trace whose head says what was drawn', () => {
    const drawn = begin()
    const { ids, headers, draw } = drawn
    const { traceId: own } = ids
    expect(headers.sentryTrace).toMatch(new RegExp(`^${own}-[0-9a-f]{16}$`))
    expect(headers.baggage).toBe(
      `sentry-trace_id=${own},sentry-sample_rand=${draw},sentry-sample_rate=0.2,sentry-environment=production`,
    )
  })
})
