import { describe, expect, test } from 'vitest'
import { drawRequest, traceHeadersOf, traceIdsOf, type TracedRequest } from './request-trace'

const traceId = 'a'.repeat(32)
const request = (changes: Partial<TracedRequest> = {}): TracedRequest => ({
  environment: 'production',
  head: ',sentry-environment=production',
  hasSpans: true,
  profiledShare: 0,
  method: 'POST',
  url: '/api/replicache/push?x=1',
  ...changes,
})
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
    for (const flag of ['-0', '-1', ''] as const)
      expect(drawRequest(request({ url, ...sent(draw, flag) })).kind).toBe(kind)
  })

  test.each([
    ['-1', 0.9, 'live'],
    ['-0', 0.001, 'none'],
    ['', 0.049, 'live'],
    ['', 0.05, 'none'],
  ] as const)('to any other route follows the sender: %s with the draw %f is %s', (flag, draw, kind) => {
    expect(drawRequest(request({ url: other, ...sent(draw, flag) })).kind).toBe(kind)
  })

  test('goes on with it, and without a number of its own is left to the SDK where that makes its spans', () => {
    const drawn = drawRequest(request(sent(0.5)))
    expect([traceIdsOf(drawn).traceId, traceHeadersOf(drawn)]).toEqual([traceId, sent(0.5)])
    expect(drawRequest(request(sent(null)))).toMatchObject({ kind: 'live', draw: undefined })
  })

  test.each(['', 'nonsense', `${traceId}-short-1`, `${traceId}-${'b'.repeat(16)}-2`])(
    'that is none (%j) begins one',
    (sentryTrace) => {
      const drawn = drawRequest(request({ sentryTrace, baggage: 'sentry-sample_rand=0.0001' }))
      expect(traceIdsOf(drawn).traceId).not.toBe(traceId)
      expect(drawn.draw).not.toBe(0.0001)
    },
  )
})

describe('a request whose parts nobody traces', () => {
  const drawOne = (profiledShare: number, draw: number | null) =>
    drawRequest(request({ hasSpans: false, profiledShare, ...sent(draw) }))
  const shareOf = (profiledShare: number, draw: number) => {
    const drawn = Array.from({ length: 10_000 }, () => drawOne(profiledShare, draw))
    expect(drawn.every(({ kind }) => kind === 'late')).toBe(true)
    return drawn.filter(({ isProfiled }) => isProfiled).length / drawn.length
  }

  test('is made when it has ended, and profiled as often as is said', () => {
    expect(Math.abs(shareOf(0.1, 0.0199) - 0.1)).toBeLessThan(4.5 * Math.sqrt((0.1 * 0.9) / 10_000))
    expect(shareOf(0, 0.0199)).toBe(0)
  })

  test('is never profiled while its outcome may still decide against it', () => {
    expect(shareOf(1, 0.02)).toBe(0)
  })

  test('and whose number is none is not sent', () => {
    const baggage = `sentry-trace_id=${traceId},sentry-sample_rand=0.0.1`
    expect(drawRequest(request({ hasSpans: false, ...sent(0), baggage })).kind).toBe('none')
  })

  test.each(['sentry-sample_rand=', 'xsentry-sample_rand=0.0001', 'sentry-sample_rand=-1'])(
    'and whose baggage %j names no number is as if it had none',
    (baggage) => {
      const drawOf = (given: string) => drawRequest(request({ hasSpans: false, ...sent(0), baggage: given })).draw
      expect(drawOf(baggage)).toBe(drawOf(''))
    },
  )

  test('and has no number is decided by its trace, for all of it alike and with the same chance', () => {
    const kinds = Array.from({ length: 20_000 }, () => {
      const sentryTrace = `${crypto.randomUUID().replaceAll('-', '')}-${'b'.repeat(16)}-1`
      const draw = () => drawRequest(request({ hasSpans: false, sentryTrace, baggage: '' }))
      expect(draw().draw).toBe(draw().draw)
      return draw().kind
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
    const drawn = Array.from({ length: count }, () => drawRequest(request({ environment, url })))
    for (const [kinds, rate] of [
      [['live'], sure],
      [['live', 'late'], head],
    ] as const) {
      const found = drawn.filter(({ kind }) => kinds.some((each) => each === kind)).length
      expect(Math.abs(found - count * rate)).toBeLessThanOrEqual(4.5 * Math.sqrt(count * rate * (1 - rate)))
    }
    expect(new Set(drawn.map((each) => traceIdsOf(each).traceId)).size).toBe(count)
  })

  test('each begins a trace whose head says what was drawn', () => {
    const drawn = drawRequest(request())
    const [{ traceId: own }, headers, { draw }] = [traceIdsOf(drawn), traceHeadersOf(drawn), drawn]
    expect(headers.sentryTrace).toMatch(new RegExp(`^${own}-[0-9a-f]{16}$`))
    expect(headers.baggage).toBe(
      `sentry-trace_id=${own},sentry-sample_rand=${draw},sentry-sample_rate=0.2,sentry-environment=production`,
    )
  })
})
