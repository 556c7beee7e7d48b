import { expect, test } from 'vitest'
import { scrubEnvelope } from './scrub-envelope'
import { scrubReport } from './scrub-report'

const canary = 'CANARY-5f2d'

/** A report with a secret in every place an SDK is known to fill. */
function filled() {
  return {
    event_id: 'a'.repeat(32),
    type: 'transaction',
    level: 'error',
    environment: 'production',
    release: '0.1.0',
    transaction: `GET /dashboards/${canary}?token=${canary}`,
    server_name: canary,
    user: { id: canary, email: `${canary}@example.com`, ip_address: '10.0.0.1' },
    request: {
      url: `http://x/${canary}?q=${canary}`,
      headers: { authorization: canary },
      cookies: { session: canary },
      data: canary,
      query_string: canary,
    },
    extra: { sql: canary },
    modules: { [canary]: '1' },
    tags: { sql: canary, code: 'store-failed' },
    message: `failed for ${canary}`,
    exception: {
      values: [
        {
          type: 'Error',
          value: `SELECT '${canary}'`,
          stacktrace: {
            frames: [
              {
                filename: `/home/${canary}/web/a.ts`,
                function: 'run',
                lineno: 3,
                vars: { password: canary },
                context_line: canary,
                pre_context: [canary],
              },
            ],
          },
          mechanism: { type: 'generic', handled: false, data: { secret: canary } },
        },
      ],
    },
    breadcrumbs: [
      { category: 'console', message: canary },
      { category: 'ui.click', message: `button[aria-label="${canary}"]` },
      {
        category: 'fetch',
        data: { method: 'GET', url: `/api/exports/${canary}?q=${canary}`, request_body: canary },
        message: canary,
      },
    ],
    contexts: {
      trace: {
        trace_id: 'b'.repeat(32),
        span_id: 'c'.repeat(16),
        data: {
          'http.target': `/api/health?x=${canary}`,
          'db.statement': canary,
          'http.request.header.cookie': canary,
        },
      },
      session: { userId: 'u1', nested: { canary } },
      culture: { canary },
      state: { value: canary },
    },
    spans: [
      { span_id: 'd'.repeat(16), op: 'db', description: `SELECT '${canary}'`, data: { 'db.query.text': canary } },
      { span_id: 'e'.repeat(16), op: 'ui.action', description: `body > button[title="${canary}"]`, data: {} },
    ],
    measurements: { lcp: { value: 1200, unit: 'millisecond', element: canary } },
  }
}

test('a secret in any place of a report does not leave', () => {
  expect(JSON.stringify(scrubReport(filled()))).not.toContain(canary)
})

test('what a developer needs stays', () => {
  expect(scrubReport(filled())).toMatchObject({
    transaction: 'GET /dashboards/[id]',
    tags: { code: 'store-failed' },
    contexts: { trace: { data: { 'http.target': '/api/health' } }, session: { userId: 'u1' } },
    breadcrumbs: [{ category: 'fetch', data: { method: 'GET', url: '/api/exports/[id]' } }],
    exception: { values: [{ type: 'Error', stacktrace: { frames: [{ filename: 'app:///web/a.ts', lineno: 3 }] } }] },
    measurements: { lcp: { value: 1200, unit: 'millisecond' } },
  })
})

test('whoever takes a report is told not to note the address it came from', () => {
  const sdk = {
    name: 'sentry.javascript.nextjs',
    version: '10.75.0',
    settings: { infer_ip: 'auto' },
    packages: [canary],
  }
  const once = scrubReport({ ...filled(), sdk })
  expect(once.sdk).toEqual({ name: sdk.name, version: sdk.version, settings: { infer_ip: 'never' } })
  expect(scrubReport(once)).toEqual(once)
})

test('sections of the context that others have made are no larger and no other than our own', () => {
  const featureFlags = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`flag-${index}`, true]))
  const contexts = {
    session: { userId: 'u1', email: canary },
    replicache: { available: false, clientID: 'c1' },
    localStorage: { [`of ${canary}`]: 1, recentCount: 3 },
    featureFlags,
    legendState: { title: `Salaries of ${canary}`, selectedTileId: 't1', nested: { canary } },
  }
  const once = scrubReport({ contexts })
  expect(once.contexts).toMatchObject({
    session: { userId: 'u1' },
    replicache: { available: false },
    localStorage: { recentCount: 3 },
    featureFlags: { 'flag-0': true, truncated: true },
    legendState: { title: '[text]', selectedTileId: 't1' },
  })
  expect(JSON.stringify(once)).not.toContain(canary)
  expect(JSON.stringify(once.contexts.featureFlags).length).toBeLessThanOrEqual(4_096)
  expect(JSON.stringify(once.contexts).length).toBeLessThanOrEqual(16_384)
  expect(scrubReport(once)).toEqual(once)
})

test('scrubbing twice is scrubbing once', () => {
  const once = scrubReport(filled())
  expect(scrubReport(once)).toEqual(once)
})

test('the report itself is left as it was', () => {
  const report = filled()
  scrubReport(report)
  expect(report).toEqual(filled())
})

test('an envelope loses every item that is no report, and its head the address', () => {
  const header = {
    event_id: 'a'.repeat(32),
    trace: { trace_id: 'b'.repeat(32), transaction: `GET /dashboards/${canary}` },
  }
  const scrubbed = scrubEnvelope([
    header,
    [
      [{ type: 'session' }, { ip: canary }],
      [{ type: 'attachment' }, canary],
      [{ type: 'log' }, { items: [canary] }],
      [{ type: 'event' }, { ...filled(), sdkProcessingMetadata: { canary } }],
      [{ type: 'replay_recording' }, { canary }],
      [{ type: 'span' }, { description: canary, measurements: {} }],
      [
        { type: 'span' },
        {
          op: 'ui.interaction.click',
          description: `body > button[aria-label="${canary}"]`,
          exclusive_time: 48,
          measurements: { inp: { value: 48, unit: 'millisecond' } },
          data: { transaction: `/dashboards/${canary}`, release: '0.1.0', user: canary, 'user_agent.original': canary },
        },
      ],
      [
        { type: 'profile' },
        {
          device: { architecture: 'x64', model: canary },
          server_name: canary,
          sdkProcessingMetadata: { dynamicSamplingContext: { sample_rate: '0.2', transaction: canary } },
          transaction: { id: 'a', name: `GET /dashboards/${canary}` },
          profile: { frames: [{ abs_path: `/home/${canary}/web/a.ts`, function: 'run' }], samples: [1], stacks: [[0]] },
        },
      ],
    ],
  ])
  expect(scrubbed?.[1].map(([{ type }]) => type)).toEqual(['event', 'span', 'profile'])
  expect(scrubbed?.[1][1]?.[1]).toMatchObject({
    measurements: { inp: { value: 48, unit: 'millisecond' } },
    data: { transaction: '/dashboards/[id]', release: '0.1.0' },
  })
  expect(JSON.stringify(scrubbed)).not.toContain(canary)
  expect(JSON.stringify(scrubbed)).not.toContain('sdkProcessingMetadata')
})

test.each([
  ['the server', 'transaction', (of: object) => of],
  ['a page', 'transactions', (of: object) => [of]],
])('a profile of %s says which transaction it is of', (_, key, as) => {
  const of = { id: 'a'.repeat(32), trace_id: 'b'.repeat(32), active_thread_id: '0', relative_end_ns: '17000000' }
  const profile = { version: '1', [key]: as({ ...of, name: `/dashboards/${canary}`, user: canary }) }
  const scrubbed = scrubEnvelope([{}, [[{ type: 'profile' }, profile]]])
  expect(scrubbed?.[1][0]?.[1]).toMatchObject({ [key]: as({ ...of, name: '/dashboards/[id]' }) })
  expect(JSON.stringify(scrubbed)).not.toContain(canary)
  expect(scrubbed === null ? null : scrubEnvelope(scrubbed)).toEqual(scrubbed)
})

test('an envelope with nothing to report is not sent', () => {
  expect(scrubEnvelope([{}, [[{ type: 'client_report' }, { discarded_events: [] }]]])).toBeNull()
})
