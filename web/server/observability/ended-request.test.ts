import { describe, expect, test } from 'vitest'
import { keptRateOf } from './ended-request'
import { RequestTrace } from './request-trace'
import {
  deviationOf,
  sampledCases,
  slow,
  tolerance,
  traceCount,
  type Ending,
} from '@testkit/observability/sampling-cases'

/** Requests that the host answers itself, each in a trace that begins with it. */
function endRequests(environment: string, url: string, outcome: Ending): readonly (number | null)[] {
  const rules = { environment, head: '' }
  return Array.from({ length: traceCount }, () =>
    keptRateOf(new RequestTrace(rules, { method: 'POST', url, hasSpans: false }), outcome),
  )
}

describe('of many requests that the host answers as many are kept as the table says, with the rate of how they ended', () => {
  test.each(sampledCases)('%s %s %o: %f', (environment, url, outcome, rate) => {
    const kept = endRequests(environment, url, outcome).filter((each) => each !== null)
    expect(Math.abs(deviationOf(kept.length, rate))).toBeLessThan(tolerance)
    expect(new Set(kept)).toEqual(new Set([rate]))
  })

  test('none of an environment that is neither production nor development', () => {
    expect(new Set(endRequests('staging', '/api/replicache/push', slow))).toEqual(new Set([null]))
  })
})
