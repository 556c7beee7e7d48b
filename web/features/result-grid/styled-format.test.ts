import { expect, test } from 'vitest'
import { columnKinds, type ColumnKind, type ColumnStyle } from '@tidemark/shared/charts/column-style'
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
  ['duration', 'number', 59.9994, '59.999 s'],
  ['duration', 'number', 59.9999, '1:00'],
  ['duration', 'integer', 60, '1:00'],
  ['duration', 'number', -0.0000001, '−0.0000001 s'],
  ['duration', 'number', -1e300, '−1\u00a0×\u00a010³⁰⁰ s'],
  ['bytes', 'number', 1e300, '1\u00a0×\u00a010³⁰⁰\u00a0B'],
  ['bytes', 'number', -0.1, '0\u00a0B'],
  ['bytes', 'number', 999.7, '1\u00a0kB'],
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

const styles = ['auto', 'plain', 'compact', 'percent', 'currency'] as const
const extremes: readonly (readonly [FieldType, CellValue])[] = [
  ...[0, -0, 1e-7, 5e-324, -5e-324, 1e21, 1e300, -1e300, Number.MAX_VALUE, 59.9999, 999.99, NaN, Infinity].map(
    (value) => ['number', value] as const,
  ),
  ...['1e300', '-1e-300', '12345678901234567890e5', '1.2345678901234567e+300', 'NaN', '-Infinity', ''].flatMap(
    (text) => [['decimal', text] as const, ['number', text] as const],
  ),
]

test.each(extremes)('a %s of %s is short text in every format and kind', (type, value) => {
  for (const kind of columnKinds)
    for (const style of styles)
      for (const decimals of [null, 0, 2, 12]) {
        const format = { style, decimals, currency: style === 'currency' ? 'EUR' : null, unit: '' }
        const [made] = styledFormats(resultOf({ c: type }, [[value]]), 'en', undefined, [{ column: 'c', kind, format }])
        const texts = [made?.toText(value), made?.toWhole?.(value) ?? '']
        expect([kind, style, decimals, texts.map((text) => (text ?? '').length < 50)]).toEqual([
          kind,
          style,
          decimals,
          [true, true],
        ])
        expect(texts.join(' ')).not.toMatch(/undefined|NaN.*\d/)
      }
})

test('a number too small or large for digits is read whole as it was', () => {
  const format = { style: 'compact', decimals: null, currency: null, unit: '' } as const
  const wholeOf = (type: FieldType, value: CellValue) =>
    styledFormats(resultOf({ c: type }, [[value]]), 'en', undefined, [{ column: 'c', format }])[0]?.toWhole?.(value)
  expect([wholeOf('number', 1e-7), wholeOf('decimal', '1e300'), wholeOf('number', NaN)]).toEqual([
    '1e-7',
    '1e300',
    null,
  ])
})
