import { expect, test } from 'vitest'
import { createReportingHooks } from './reporting-hooks'
import { readSessionContext, type ContextSources } from './session-context'

const signedIn: ContextSources = { session: () => ({ userId: 'ann', orgId: 'acme' }) }
const hooksWith = (sources: ContextSources, prefer: 'report' | 'now') =>
  createReportingHooks({
    config: { environment: 'production' },
    readContext: () => readSessionContext(sources),
    prefer,
  })
const first = { session: { userId: 'ann', orgId: 'acme' } }

test.each([
  ['of a page after sign-out no longer has the person it was started with', {}, 'now', { available: false }],
  ['of a page has the person of now', { session: () => ({ userId: 'bob' }) }, 'now', { userId: 'bob' }],
  ['of a request has the person of its request', { session: () => ({ userId: 'bob' }) }, 'report', first.session],
] as const)('a report %s', (_, sources, prefer, session) => {
  expect(hooksWith(sources, prefer).beforeSend({ contexts: first }).contexts?.['session']).toEqual(session)
})

test('a trace that was thinned says the rate that was applied wherever it says one', () => {
  const report = {
    contexts: {
      trace: {
        trace_id: 'a'.repeat(32),
        data: {
          'http.target': '/api/replicache/push',
          'sentry.sample_rate': 0.2,
          'tidemark.outcome.status': 200,
          'tidemark.outcome.ms': 5,
        },
      },
    },
    sdkProcessingMetadata: { dynamicSamplingContext: { sample_rand: '0.01', sample_rate: '0.2' } },
  }
  const kept = hooksWith(signedIn, 'report').beforeSendTransaction(report)
  expect(kept?.contexts.trace.data['sentry.sample_rate']).toBe(0.02)
  expect(kept?.sdkProcessingMetadata.dynamicSamplingContext.sample_rate).toBe('0.02')
})
