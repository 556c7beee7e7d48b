import { expect, test } from 'vitest'
import type { ResultData } from '../../query/run-query'
import { resultOf } from './gallery/gallery-data'
import { countOwnRows, withPeriods } from './own-rows'

const compared = { column: 'week', from: '2026-01-15', before: '2026-01-15', count: 2, unit: 'week' } as const
const weeks = (...days: readonly (string | null)[]): ResultData => ({
  ...resultOf(
    { week: 'timestamp', n: 'integer' },
    days.map((day) => [day && `${day}T00:00:00`, 1]),
  ),
  grains: { week: 'week' },
  compared,
})
const totalled: ResultData = {
  ...resultOf({ city: 'text', level: 'integer' }, [
    [null, 1],
    ['Rome', 0],
    ['Oslo', 0],
  ]),
  totals: { of: { mark: 'pivot', rows: [], columns: [] }, column: 'level' },
}

test.each<[string, ResultData, number, number]>([
  [
    'rows of earlier, and the week that the first day is in',
    weeks('2025-12-29', '2026-01-05', '2026-01-12', '2026-01-19'),
    2,
    2,
  ],
  ['rows without a time are of now', weeks(null, '2026-01-05', '2026-01-19'), 2, 1],
  [
    'nothing of earlier is said apart',
    { ...weeks('2025-12-29', '2026-01-19'), compared: { ...compared, from: null } },
    2,
    0,
  ],
  ['nothing is compared', { ...weeks('2025-12-29'), compared: { refusal: 'no' } }, 1, 0],
  ['totals are no rows', totalled, 2, 0],
  [
    'a limit that is left to the table',
    {
      ...totalled,
      totals: { of: { mark: 'pivot', rows: [], columns: [], groups: ['city'] }, column: 'level', limit: 1 },
    },
    1,
    0,
  ],
])('counted are only the rows that were asked for: %s', (_, data, own, earlier) => {
  expect(countOwnRows(data)).toEqual({ own, earlier })
})

test('a table says which rows are of earlier', () => {
  const marked = withPeriods(weeks('2026-01-05', '2026-01-19'))
  expect([marked.fields.at(-1)?.name, marked.columns.at(-1)]).toEqual(['Period', ['Earlier', 'Shown']])
  const plain = weeks('2026-01-19')
  expect(withPeriods(plain)).toBe(plain)
})
