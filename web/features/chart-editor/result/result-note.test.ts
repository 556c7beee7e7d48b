import { expect, test } from 'vitest'
import { runResult } from '@testkit/pages/run-result-fixture'
import { isUnderWay, settledState, type QueryState } from '@/client/workspace/use-query-result'
import { resultNoteOf } from './result-note'
import { isSameQuery } from './use-chart-run'

const result = runResult({
  fields: [{ name: 'n', type: 'integer', databaseType: 'INTEGER', nullable: false }],
  columns: [[7]],
  rowCount: 1,
})
const shown = { result, receivedAt: 0 }
const ready = { kind: 'ready', ...shown, stale: false } as const
const running = { kind: 'ready', ...shown, stale: 'refreshing' } as const
const failed = { kind: 'failed', error: { code: 'query-failed', message: 'No.' }, previous: shown } as const

function runWith(state: QueryState, isNotRun = false) {
  return {
    state,
    shown: state.kind === 'ready' ? { result: state.result, receivedAt: state.receivedAt } : state.previous,
    offset: { line: 1, column: 1 },
    isRunning: isUnderWay(state),
    isSelection: false,
    item: {},
    isOutdated: false,
    isNotRun,
  }
}

test('a result says that the query above it is another one, unless a run goes on or has failed', () => {
  expect(resultNoteOf(runWith(ready, true), false)).toBe('not-run')
  expect(resultNoteOf(runWith(ready, false), false)).toBeNull()
  expect(resultNoteOf(runWith(running, true), false)).toBeNull()
  expect(resultNoteOf(runWith(failed, true), false)).toBeNull()
  expect(resultNoteOf({ ...runWith(ready, true), isOutdated: true }, false)).toBeNull()
  expect(resultNoteOf(runWith({ kind: 'cancelled', previous: null }, true), false)).toBeNull()
})

test('a cancelled run says so above the result that was there before it', () => {
  const cancelled = runWith(settledState(running, { kind: 'cancelled' }), true)
  expect(resultNoteOf(cancelled, false)).toBe('cancelled')
  const byServer = runWith(settledState(running, { kind: 'result', result: { ...result, status: 'cancelled' } }))
  expect(resultNoteOf(byServer, false)).toBe('cancelled')
})

test('a run that was over before it could be cancelled, or is asked again, is not called cancelled', () => {
  const answered = runWith(settledState(running, { kind: 'result', result: { ...result, columns: [[8]] } }))
  expect(resultNoteOf(answered, false)).toBeNull()
  expect(resultNoteOf(runWith(running), false)).toBeNull()
})

test('the rows of an earlier question say that the one above them cannot be asked', () => {
  expect(resultNoteOf(runWith(ready), true)).toBe('incomplete')
  expect(resultNoteOf(runWith({ kind: 'cancelled', previous: null }), true)).toBeNull()
})

test.each([
  ['select 1', 'select 1\n', true],
  ['select 1', 'select 2', false],
  ['select 1', '', false],
])('%j and %j ask the same: %s', (a, b, isSame) => {
  const connectionId = 'local'
  expect(isSameQuery({ sql: a, connectionId }, { sql: b, connectionId })).toBe(isSame)
  expect(isSameQuery({ sql: a, connectionId }, { sql: b, connectionId: 'other' })).toBe(false)
})
