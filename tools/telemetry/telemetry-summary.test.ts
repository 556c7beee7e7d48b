import { expect, test } from 'vitest'
import { summaryOf } from './telemetry-summary.mjs'

const of = (type: string, payload: object) => ({
  type,
  header: { trace: { sample_rate: '0.2' } },
  payload: { environment: 'production', release: '0.1.0', ...payload },
  raw: '',
})
const traceId = 'a'.repeat(32)

test.each([
  [
    'an error that somebody reported, with its code and its innermost places',
    of('event', {
      platform: 'node',
      tags: { code: 'store-failed' },
      exception: {
        values: [
          {
            type: 'TypeError',
            value: 'nothing works',
            stacktrace: {
              frames: [
                ...['four', 'three', 'two'].map((name) => ({
                  function: name,
                  filename: 'main.js',
                  lineno: 2,
                  colno: 3,
                })),
                { filename: 'store.js', lineno: 4, colno: 5 },
                { function: 'one', filename: 'main.js', lineno: 6, colno: 7 },
              ],
            },
          },
        ],
      },
      contexts: {
        session: { userId: 'ann', isDesktopApp: false },
        localStorage: { available: false },
        legendState: { available: false },
        featureFlags: {},
        trace: { trace_id: traceId },
      },
    }),
    [
      'event TypeError: nothing works',
      `server, production 0.1.0, trace ${traceId}`,
      'code store-failed',
      'at one (main.js:6:7)',
      'at ? (store.js:4:5)',
      'at two (main.js:2:3)',
      'at three (main.js:2:3)',
      'and 1 more',
      'session: userId ann, isDesktopApp false',
      'featureFlags: nothing',
      'has no localStorage, legendState',
    ],
  ],
  [
    'an error of a window that nobody caught',
    of('event', {
      tags: { 'event.process': 'renderer' },
      exception: { values: [{ type: 'Error', value: 'x', mechanism: { handled: false } }] },
    }),
    ['event Error: x', 'window, production 0.1.0', 'nobody caught it'],
  ],
  [
    'a request, with what its sampling went by',
    of('transaction', {
      platform: 'node',
      transaction: 'POST /api/chart/run-query',
      start_timestamp: 1,
      timestamp: 2,
      contexts: {
        trace: {
          trace_id: traceId,
          status: 'ok',
          data: { 'tidemark.outcome.status': 504, 'tidemark.outcome.ms': 2_100.04 },
        },
      },
    }),
    [
      'transaction POST /api/chart/run-query',
      `server, production 0.1.0, rate 0.2, trace ${traceId}`,
      '504 after 2100 ms',
    ],
  ],
  [
    'a page, with what it measured',
    of('transaction', {
      transaction: '/dashboards/[id]',
      start_timestamp: 1,
      timestamp: 1.25,
      spans: [{}, {}],
      measurements: { lcp: { value: 180.26, unit: 'millisecond' }, 'sync.pending': { value: 0, unit: 'none' } },
      contexts: { trace: { trace_id: traceId, status: 'ok' } },
    }),
    [
      'transaction /dashboards/[id]',
      `page, production 0.1.0, rate 0.2, trace ${traceId}`,
      'ok after 250 ms',
      '2 parts',
      'lcp 180.3 ms, sync.pending 0',
    ],
  ],
  [
    'a profile',
    of('profile', { transaction: { name: '/dashboards/[id]', trace_id: traceId }, profile: { samples: [{}, {}, {}] } }),
    ['profile of /dashboards/[id], 3 samples', `page, production 0.1.0, rate 0.2, trace ${traceId}`],
  ],
])('%s, is told in a few lines', (_, report, lines) => {
  expect(summaryOf(report).split('\n  ')).toEqual(lines)
})
