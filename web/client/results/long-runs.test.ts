import { expect, it } from 'vitest'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { RunResult } from '@tidemark/shared/query/run-query'
import { longRunNotice } from './long-runs'
import type { RunOutcome } from './run-outcome'

const result = (status: RunResult['status']): RunOutcome => ({
  kind: 'result',
  // Only the status is read.
  result: { status } as RunResult,
})
const done = result('success')
const refused: RunOutcome = { kind: 'refused', error: new TidemarkError('query-failed').toBody() }

it.each<[string, readonly RunOutcome[], number, string | null, string]>([
  ['a long one', [done], 34_400, 'The query finished', 'It took 34 seconds.'],
  ['a very long one', [done], 60 * 60_000, 'The query finished', 'It took 60 minutes.'],
  ['one that failed', [result('failed')], 12_000, 'The query failed', 'It took 12 seconds.'],
  ['one that was refused', [refused], 12_000, 'The query failed', 'It took 12 seconds.'],
  ['a dashboard', [done, done, result('cancelled')], 15_000, '2 queries finished', 'It took 15 seconds.'],
  [
    'a dashboard in part',
    [done, result('timed-out')],
    15_000,
    '2 queries finished',
    '1 of them failed. It took 15 seconds.',
  ],
  ['a short one', [done], 9_999, null, ''],
  ['a cancelled one', [result('cancelled')], 60_000, null, ''],
  ['one that was never answered', [{ kind: 'unreachable' }], 60_000, null, ''],
])('%s is told as it should be', (_what, outcomes, tookMs, title, body) => {
  const notice = longRunNotice({ path: '/charts/a', startedAt: 1_000 }, outcomes, 1_000 + tookMs)
  expect(notice).toEqual(title === null ? null : { title, body, path: '/charts/a' })
})
