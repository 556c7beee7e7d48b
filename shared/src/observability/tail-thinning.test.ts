import { describe, expect, test } from 'vitest'
import { thinTrace, type EndedTransaction } from './tail-thinning'

function ended(target: string, draw: number | undefined, outcome: Record<string, unknown> = {}): EndedTransaction {
  const head = draw === undefined ? {} : { sample_rand: String(draw) }
  return {
    traceId: 'a'.repeat(32),
    attributes: { 'http.target': target, ...outcome },
    head: { sample_rate: '0.2', ...head },
  }
}

const quick = { 'tidemark.outcome.status': 200, 'tidemark.outcome.ms': 12 }

describe('a transaction is kept while its draw is below the rate of how it ended', () => {
  test.each([
    ['/api/replicache/push', 0.0199, quick, '0.02'],
    ['/api/replicache/push', 0.02, quick, null],
    ['/api/replicache/push', 0.19, { ...quick, 'tidemark.outcome.status': 403 }, '0.2'],
    ['/api/replicache/push', 0.2, { ...quick, 'tidemark.outcome.status': 500 }, null],
    ['/api/replicache/push', 0.19, { ...quick, 'tidemark.outcome.ms': 2001 }, '0.2'],
    ['/api/replicache/poke', 0.0099, quick, '0.01'],
    ['/api/replicache/poke', 0.01, quick, null],
    ['/api/chart/run-query', 0.24, { ...quick, 'tidemark.outcome.status': 504 }, '0.25'],
    ['/api/chart/run-query', 0.01, quick, null],
    ['/api/health', 0.9, quick, '0.2'],
  ])('%s, draw %f', (target, draw, outcome, rate) => {
    const verdict = thinTrace('production', ended(target, draw, outcome))
    expect(verdict.kind === 'keep' ? verdict.head?.['sample_rate'] : null).toBe(rate)
  })
})

test('a refused request whose route recorded nothing counts by its span', () => {
  const transaction = ended('/api/replicache/push', 0.15, { 'http.status_code': 413 })
  expect(thinTrace('production', transaction).kind).toBe('keep')
})

test('a slow request whose route recorded nothing counts by its span', () => {
  const transaction = ended('/api/replicache/push', 0.15, { 'http.status_code': 200 })
  expect(thinTrace('production', { ...transaction, startTimestamp: 10, timestamp: 12.1 }).kind).toBe('keep')
  expect(thinTrace('production', { ...transaction, startTimestamp: 10, timestamp: 11.9 }).kind).toBe('drop')
})

test('the head that other transactions share is not changed', () => {
  const transaction = ended('/api/replicache/push', 0.001, quick)
  const verdict = thinTrace('production', transaction)
  expect(transaction.head).toEqual({ sample_rate: '0.2', sample_rand: '0.001' })
  expect(verdict).toEqual({ kind: 'keep', head: { sample_rate: '0.02', sample_rand: '0.001' } })
})

test('outside production nothing is thinned', () => {
  expect(thinTrace('development', ended('/api/replicache/push', 0.09, quick)).kind).toBe('keep')
})

test('without a draw the trace id decides, as often as the table says and alike for all of a trace', () => {
  const count = 20_000
  let kept = 0
  for (let index = 0; index < count; index += 1) {
    const traceId = index.toString(16).padStart(32, '0')
    const verdicts = [1, 2].map(() =>
      thinTrace('production', { ...ended('/api/replicache/push', undefined, quick), traceId }),
    )
    expect(verdicts[0]?.kind).toBe(verdicts[1]?.kind)
    if (verdicts[0]?.kind === 'keep') kept += 1
  }
  // A tenth of the traces sampled at 0.2 is kept at 0.02.
  const deviation = Math.sqrt(count * 0.1 * 0.9)
  expect(Math.abs(kept - count * 0.1) / deviation).toBeLessThan(4)
})
