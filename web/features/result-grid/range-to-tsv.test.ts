import { expect, test } from 'vitest'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { rangeToTsv } from './range-to-tsv'

const data: ResultData = {
  fields: [
    { name: 'city', type: 'text', databaseType: 'VARCHAR', nullable: true },
    { name: 'total', type: 'decimal', databaseType: 'DECIMAL(38,2)', nullable: true },
    { name: 'open', type: 'boolean', databaseType: 'BOOLEAN', nullable: true },
  ],
  columns: [
    ['Oslo', 'a\tb', 'say "hi"'],
    ['12345678901234567890.10', null, '1.00'],
    [true, false, null],
  ],
  rowCount: 3,
}
const everything = { firstRow: 0, lastRow: 2, firstColumn: 0, lastColumn: 2 }

test('copies values at full precision, nulls as nothing, and quotes what would break a cell', () => {
  expect(rangeToTsv(data, null, everything, false)).toBe(
    'Oslo\t12345678901234567890.10\ttrue\n"a\tb"\t\tfalse\n"say ""hi"""\t1.00\t',
  )
})

test('copies the sorted order and only the range, with column names when asked', () => {
  const range = { firstRow: 0, lastRow: 1, firstColumn: 1, lastColumn: 2 }
  expect(rangeToTsv(data, Uint32Array.of(2, 0, 1), range, true)).toBe(
    'total\topen\n1.00\t\n12345678901234567890.10\ttrue',
  )
})
