import { describe, expect, test } from 'vitest'
import { keptRateOf } from './ended-request'
import { RequestTrace } from './request-trace'

const requestCount = 20_000
/** A right rule fails one of these in about 16 000 runs of all of them; one that errs by a tenth fails nearly always. */
const tolerance = 4.5

const quick = { status: 200, durationMs: 12 }
const refused = { status: 403, durationMs: 12 }
const slow = { status: 200, durationMs: 2_100 }

/** Requests that the host answers itself, each in a trace that begins with it. */
function endRequests(environment: string, url: string, outcome: typeof quick): readonly (number | null)[] {
  const rules = { environment, head: '' }
  return Array.from({ length: requestCount }, () =>
    keptRateOf(new RequestTrace(rules, { method: 'POST', url, hasSpans: false }), outcome),
  )
}

describe('of many requests that the host answers as many are kept as the table says, with the rate of how they ended', () => {
  test.each([
    ['production', '/api/replicache/push?x=1', quick, 0.02],
    ['production', '/api/replicache/push', refused, 0.2],
    ['production', '/api/replicache/push', slow, 0.2],
    ['production', '/api/replicache/poke', quick, 0.01],
    ['production', '/api/replicache/poke', refused, 0.2],
    ['production', '/api/replicache/poke', slow, 0.2],
    ['production', '/api/chart/run-query', quick, 0.01],
    ['production', '/api/chart/run-query', refused, 0.25],
    ['production', '/api/chart/run-query', slow, 0.25],
    ['production', '/api/replicache/pull', refused, 0.05],
    ['development', '/api/replicache/push', slow, 0.1],
  ])('%s %s %o: %f', (environment, url, outcome, rate) => {
    const kept = endRequests(environment, url, outcome).filter((each) => each !== null)
    const deviation = Math.sqrt(requestCount * rate * (1 - rate))
    expect(Math.abs(kept.length - requestCount * rate) / deviation).toBeLessThan(tolerance)
    expect(new Set(kept)).toEqual(new Set([rate]))
  })

  test('none of an environment that is neither production nor development', () => {
    expect(new Set(endRequests('staging', '/api/replicache/push', slow))).toEqual(new Set([null]))
  })
})
