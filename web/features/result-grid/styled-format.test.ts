import { expect, test } from 'vitest'
import type { ColumnKind, ColumnStyle } from '@tidemark/shared/charts/column-style'
import { resultOf } from '@tidemark/shared/charts/plot/gallery/gallery-data'
import type { CellValue, FieldType } from '@tidemark/shared/query/field'
import { styledFormats } from './styled-format'

const textOf = (type: FieldType, value: CellValue, style: Partial<ColumnStyle>) =>
  styledFormats(resultOf({ c: type }, [[value]]), 'en', undefined, [{ column: 'c', ...style }])[0]?.toText(value)

test.each<[ColumnKind, FieldType, CellValue, string]>([
  ['duration', 'integer', 59, '59 s'],
  ['duration', 'number', 0.25, '0.25 s'],
  ['duration', 'integer', 3725, '1:02:05'],
  ['duration', 'integer', -125, '−2:05'],
  ['duration', 'bigint', '36000000', '10,000:00:00'],
  ['duration', 'number', 'NaN', 'NaN'],
  ['bytes', 'integer', 999, '999\u00a0B'],
  ['bytes', 'integer', 999_990, '1\u00a0MB'],
  ['bytes', 'bigint', '1536000000', '1.5\u00a0GB'],
  ['date', 'timestamp', '2026-03-05T12:30:00', 'Mar 5, 2026'],
  ['month', 'date', '2026-03-05', 'March 2026'],
  ['date', 'date', 'infinity', 'infinity'],
  ['date', 'text', '2026-03-05', '2026-03-05'],
  ['mark', 'boolean', true, '✓'],
  ['mark', 'integer', 0, '✗'],
  ['mark', 'text', 'maybe', 'maybe'],
  ['json', 'text', '{ "a" : 1 }', '{"a":1}'],
  ['json', 'text', '{', '{'],
])('%s of %s writes %s as %s', (kind, type, value, text) => {
  expect(textOf(type, value, { kind })).toBe(text)
})

test('a column has its own number format, over that of its table', () => {
  const format = { style: 'currency', decimals: 2, currency: 'EUR', unit: '' } as const
  expect(textOf('number', 1234.5, { format })).toBe('€1,234.50')
  expect(textOf('number', 1234.5, {})).toBe('1,234.5')
})
