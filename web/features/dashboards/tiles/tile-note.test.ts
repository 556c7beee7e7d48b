import { expect, test } from 'vitest'
import { runResult } from '@testkit/pages/run-result-fixture'
import { tileNote } from './tile-note'

const result = runResult({ rowCount: 12, asOf: '2026-05-01T11:57:00Z', ignoredFilters: ['region'] })

test.each([
  [true, ['As of 3 min ago', 'Not filtered by Where, Others', '12 of 12 rows']],
  [false, ['Offline', 'as of 3 min ago', 'Not filtered by Where, Others', '12 of 12 rows']],
])('a tile with kept rows, while the chip says %s that the server is away, says first: %j', (isServerAway, parts) => {
  const note = tileNote({
    state: { kind: 'ready', result, receivedAt: 0, stale: 'offline' },
    elapsedMs: 0,
    now: Date.parse('2026-05-01T12:00:00Z'),
    locale: 'en',
    filterNames: { region: 'Where' },
    notTaken: ['Where', 'Others'],
    isServerAway,
    refresh: () => undefined,
    cancel: () => undefined,
  })
  expect(note).toEqual({ parts, tone: 'warn' })
})
