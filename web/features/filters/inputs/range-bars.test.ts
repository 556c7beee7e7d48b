import { expect, test } from 'vitest'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import { localConnectionId, type RunItem, type RunResult } from '@tidemark/shared/query/run-query'
import { numberAt, rangeItem, readRangeBars, stepOf, type RangeBars } from './range-bars'

const column = { name: 'n', type: 'integer', databaseType: 'INTEGER' } as const
const ofSql: RunItem = { query: { kind: 'sql', connectionId: localConnectionId, sql: 'select 1' }, filters: [] }
const ofQuestion: RunItem = { query: { kind: 'builder', connectionId: localConnectionId, question: emptyQuestion } }
// Only these parts of a result are read.
const answer = (names: readonly string[], columns: RunResult['columns'], truncated: unknown = null) =>
  ({ fields: names.map((name) => ({ name })), columns, rowCount: columns[0]?.length ?? 0, truncated }) as RunResult

test.each<[string, RunItem, typeof column | null, object]>([
  ['SQL in bins of its answer', ofSql, column, { draw: { mark: 'histogram', x: 'n', color: null } }],
  ['a question by the profile of its data', ofQuestion, column, { profileOf: { join: null, ...column } }],
  ['a question over data that is not known here by its values', ofQuestion, null, { valuesOf: { column: 'n' } }],
  ['a chart whose query is withheld by its values', { chartId: 'c' }, column, { valuesOf: { column: 'n' } }],
])('asks for the spread of %s', (_, item, known, asked) => {
  expect(rangeItem(item, 'n', known)).toEqual({ ...item, ...asked })
})

const first = [1, ...Array.from({ length: 18 }, () => 0)]
test.each<[string, RunItem, RunResult, RangeBars | null]>([
  [
    'of rows',
    rangeItem(ofSql, 'n', null),
    answer(
      ['a', 'n'],
      [
        ['x', 'y', 'z', 'w'],
        [0, 10, null, '10'],
      ],
    ),
    { low: 0, high: 10, counts: [...first, 2] },
  ],
  [
    'of bins',
    rangeItem(ofSql, 'n', null),
    answer(
      ['n', 'bin', 'rest', 'rows'],
      [
        [0, 95],
        [0, 19],
        [0, 0],
        [1, 7],
      ],
      { reason: 'bins', bins: { x: { low: 0, high: 100 } } },
    ),
    { low: 0, high: 100, counts: [...first, 7] },
  ],
  [
    'of values with their rows',
    rangeItem({ chartId: 'c' }, 'n', null),
    answer(
      ['value', 'rows'],
      [
        ['10', '0', null],
        [5, 1, 9],
      ],
    ),
    { low: 0, high: 10, counts: [...first, 5] },
  ],
  [
    'of more values than a list holds',
    rangeItem({ chartId: 'c' }, 'n', null),
    answer(['v', 'r'], [['1'], [2]], { reason: 'rows' }),
    null,
  ],
  ['of one value alone', rangeItem(ofSql, 'n', null), answer(['n'], [[3, 3]]), null],
  ['of nothing', rangeItem(ofSql, 'n', null), answer(['n'], [[]]), null],
])('reads the spread %s', (_, asked, result, bars) => {
  expect(readRangeBars(asked, 'n', result)).toEqual(bars)
})

const bars = { low: -1, high: 1, counts: [] }
test.each<[number, 'min' | 'max', boolean, string | null]>([
  [0, 'min', false, null],
  [100, 'max', false, null],
  [50, 'min', false, '0.00'],
  [75, 'max', false, '0.50'],
  [1, 'min', true, '-1'],
])('step %i of the %s thumb is %s', (step, end, isWhole, number) => {
  expect(numberAt(step, end, bars, isWhole)).toBe(number)
})

test.each<[string | null, 'min' | 'max', number]>([
  [null, 'min', 0],
  [null, 'max', 100],
  ['0.50', 'min', 75],
  ['9007199254740993', 'max', 100],
  ['-5', 'min', 0],
])('a typed %s is at the %s thumb’s step %i', (number, end, step) => {
  expect(stepOf(number, end, bars)).toBe(step)
})
