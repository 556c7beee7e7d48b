import type { ErrorCode } from '@tidemark/shared/errors/catalogue'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { chartIdSchema, type Chart } from '@tidemark/shared/charts/chart'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { runResult } from '@testkit/pages/run-result-fixture'
import {
  awaitsServer,
  hasPassingError,
  isAnswerTo,
  notePageQuestion,
  settledState,
  shownWhileAway,
  withStored,
  type QueryState,
} from './use-query-result'

const result = runResult()
const stored = { result, receivedAt: 1 }
const refreshing: QueryState = { kind: 'ready', result, receivedAt: 1, stale: 'refreshing' }

describe('a result that was there before', () => {
  test.each([
    ['forbidden', false],
    ['not-found', false],
    ['query-timed-out', true],
    ['engine-unavailable', true],
  ] as const)('of a run that ends with %s is still shown: %s', (code, isShown) => {
    const error = new TidemarkError(code).toBody()
    const failed = { kind: 'failed', error, previous: isShown ? stored : null }
    expect(settledState(refreshing, { kind: 'refused', error })).toEqual(failed)
    const outcome = { kind: 'result', result: { ...result, status: 'failed', error } } as const
    const settled = settledState(refreshing, outcome)
    expect(settled).toEqual(failed)
    // The browser's copy may be found only after the answer.
    expect(withStored({ kind: 'failed', error, previous: null }, stored)).toEqual(failed)
  })
})

describe('while the server is away', () => {
  const failedOf = (code: ErrorCode, previous: typeof stored | null): QueryState => ({
    kind: 'failed',
    error: new TidemarkError(code).toBody(),
    previous,
  })

  test.each([
    ['engine-unavailable', true],
    ['query-timed-out', true],
    ['connection-failed', true],
    ['query-syntax', false],
    ['query-unknown-name', false],
    ['forbidden', false],
  ] as const)('that a run failed with %s says nothing any more: %s', (code, isOver) => {
    expect(hasPassingError(failedOf(code, stored))).toBe(isOver)
  })

  test('such a chart shows its last result as old, or says that it has none, and is asked again later', () => {
    const away = { kind: 'unreachable' } as const
    const old = settledState(failedOf('engine-unavailable', stored), away)
    expect(old).toEqual({ kind: 'ready', ...stored, stale: 'offline' })
    const none = settledState(failedOf('engine-unavailable', null), away)
    expect(none).toMatchObject({
      kind: 'failed',
      error: {
        message: 'The server cannot be reached.',
        detail: 'This browser has no earlier result of this question.',
      },
    })
    expect([old, none].map(awaitsServer)).toEqual([true, true])
    expect(hasPassingError(none)).toBe(false)
  })

  test('a result that was new is shown as old, and no other state changes', () => {
    const ready: QueryState = { kind: 'ready', result, receivedAt: 1, stale: false }
    expect(shownWhileAway(ready)).toEqual({ ...ready, stale: 'offline' })
    for (const state of [refreshing, failedOf('query-syntax', stored)]) expect(shownWhileAway(state)).toBe(state)
  })
})

describe('the result that a page was opened with', () => {
  afterEach(() => void vi.unstubAllGlobals())

  test('answers what was asked then, though other values were chosen before it came', () => {
    vi.stubGlobal('window', {})
    const chart: Pick<Chart, 'id' | 'query'> = {
      id: chartIdSchema.parse('c'),
      query: { kind: 'sql', connectionId: 'local', sql: 'select 1' },
    }
    const south = { column: 'region', op: '=', value: 'South' } as const
    const onItsWay = Promise.resolve(result)
    notePageQuestion(chart, { initial: onItsWay, filters: [south] })
    const query = JSON.stringify(chart.query)
    expect(isAnswerTo(onItsWay, chart.id, query)).toBe(false)
    expect(isAnswerTo(onItsWay, chart.id, `${query}${JSON.stringify([{}, [south]])}`)).toBe(true)
  })
})
