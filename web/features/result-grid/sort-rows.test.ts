import { describe, expect, test } from 'vitest'
import type { CellValue, FieldType } from '@tidemark/shared/query/field'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { nextSort, sortRows } from './sort-rows'

const cases: [name: string, type: FieldType, values: CellValue[], ascending: CellValue[]][] = [
  [
    '64-bit integers compare as integers, beyond what a double holds',
    'bigint',
    ['9007199254740993', '10', '-2', '9007199254740992'],
    ['-2', '10', '9007199254740992', '9007199254740993'],
  ],
  [
    'decimals that round to one double still compare by their digits',
    'decimal',
    ['0.10000000000000000002', '0.10000000000000000001', '-3.5', '20'],
    ['-3.5', '0.10000000000000000001', '0.10000000000000000002', '20'],
  ],
  [
    'numbers put NaN after infinity and nulls after both',
    'number',
    [null, 'NaN', 2, 'Infinity', -1, '-Infinity'],
    ['-Infinity', -1, 2, 'Infinity', 'NaN', null],
  ],
  [
    'text follows the locale and reads digits as numbers',
    'text',
    ['item 10', 'Élan', 'item 2', 'zoo', 'elan', null],
    ['elan', 'Élan', 'item 2', 'item 10', 'zoo', null],
  ],
  [
    'times with a zone compare by instant, not by what is written',
    'timestamptz',
    ['2025-10-26T02:30:00+01:00', '2025-10-26T02:45:00+02:00', '2025-10-26T02:30:00.000001+01:00'],
    ['2025-10-26T02:45:00+02:00', '2025-10-26T02:30:00+01:00', '2025-10-26T02:30:00.000001+01:00'],
  ],
  [
    'weekdays follow the calendar, not their letters',
    'text',
    ['Sunday', 'Friday', null, 'Monday', 'Wednesday'],
    ['Monday', 'Wednesday', 'Friday', 'Sunday', null],
  ],
  ['months as well', 'text', ['April', 'January', 'December'], ['January', 'April', 'December']],
  ['a name that is no month makes them names', 'text', ['May', 'April', 'June Doe'], ['April', 'June Doe', 'May']],
  ['false comes before true', 'boolean', [true, null, false], [false, true, null]],
  ['dates compare as dates', 'date', ['2025-02-01', '2024-12-31'], ['2024-12-31', '2025-02-01']],
]

describe('sorting a column', () => {
  test.each(cases)('%s', (_, type, values, ascending) => {
    expect(sorted(oneColumn(type, values), 'ascending')).toEqual(ascending)
  })

  test('nulls stay last when descending', () => {
    expect(sorted(oneColumn('integer', [1, null, 3]), 'descending')).toEqual([3, 1, null])
  })

  test('equal values keep the order of the result in both directions', () => {
    const data = oneColumn('integer', [1, 0, 1, 0])
    expect([...sortRows(data, { column: 0, direction: 'ascending' }, 'en')]).toEqual([1, 3, 0, 2])
    expect([...sortRows(data, { column: 0, direction: 'descending' }, 'en')]).toEqual([0, 2, 1, 3])
  })

  test('a third click on a header returns to the order of the result', () => {
    const first = nextSort(null, 2)
    const second = nextSort(first, 2)
    expect([first, second, nextSort(second, 2), nextSort(second, 1)]).toEqual([
      { column: 2, direction: 'ascending' },
      { column: 2, direction: 'descending' },
      null,
      { column: 1, direction: 'ascending' },
    ])
  })
})

function oneColumn(type: FieldType, values: CellValue[]): ResultData {
  return {
    fields: [{ name: 'v', type, databaseType: type, nullable: true }],
    columns: [values],
    rowCount: values.length,
  }
}

function sorted(data: ResultData, direction: 'ascending' | 'descending'): CellValue[] {
  return [...sortRows(data, { column: 0, direction }, 'en')].map((row) => data.columns[0]?.[row] ?? null)
}
