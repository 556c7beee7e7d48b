import { expect, test } from 'vitest'
import type { CellValue, FieldType } from '@tidemark/shared/query/field'
import { autoFormat, type NumberFormat } from '@tidemark/shared/query/number-format'
import { columnFormats } from './cell-format'

const cases: [
  what: string,
  name: string,
  type: FieldType,
  databaseType: string,
  values: CellValue[],
  texts: string[],
][] = [
  ['integers are grouped', 'orders', 'integer', 'INTEGER', [3414, -12], ['3,414', '−12']],
  ['years are not', 'order_year', 'integer', 'INTEGER', [2026], ['2026']],
  ['years of no four digits are', 'years_of_work', 'integer', 'INTEGER', [12026], ['12,026']],
  ['ids are not, however they are written', 'Order ID', 'integer', 'INTEGER', [10001], ['10001']],
  ['ids are not', 'customer_id', 'bigint', 'BIGINT', ['1234567'], ['1234567']],
  ['64-bit integers keep every digit', 'total', 'bigint', 'HUGEINT', ['-9007199254740993'], ['−9,007,199,254,740,993']],
  ['decimals have their scale', 'price', 'decimal', 'DECIMAL(10,2)', ['3.50', '12345.10'], ['3.50', '12,345.10']],
  [
    'long decimals keep every digit',
    'price',
    'decimal',
    'DECIMAL(38,20)',
    ['1234.00000000000000000001'],
    ['1,234.00000000000000000001'],
  ],
  ['a column of doubles lines up', 'share', 'number', 'DOUBLE', [0.5, 12.25], ['0.50', '12.25']],
  ['a tiny number is not shown as zero', 'p', 'number', 'DOUBLE', [0.5, 0.00000123], ['0.5', '0.00000123']],
  ['what is no number says so', 'p', 'number', 'DOUBLE', ['NaN', '-Infinity'], ['Not a number', 'Too large (−∞)']],
  ['times are ISO with a space', 'at', 'timestamp', 'TIMESTAMP', ['2026-11-01T08:15:00'], ['2026-11-01 08:15:00']],
  [
    'times have the fractions of a second that the column needs',
    'at',
    'timestamptz',
    'TIMESTAMP WITH TIME ZONE',
    ['2026-11-01T08:15:00.250000+00:00', '2026-11-01T08:15:01+00:00', '2026-11-01T08:15:02.125000+00:00', 'infinity'],
    ['2026-11-01 08:15:00.250+00:00', '2026-11-01 08:15:01.000+00:00', '2026-11-01 08:15:02.125+00:00', 'infinity'],
  ],
  ['zeros alone are none', 'at', 'timestamp', 'TIMESTAMP', ['2026-11-01T08:15:00.000000'], ['2026-11-01 08:15:00']],
  ['dates stay', 'on', 'date', 'DATE', ['2026-11-01'], ['2026-11-01']],
  [
    'timestamps that are all at midnight are days',
    'at',
    'timestamp',
    'TIMESTAMP',
    ['2026-11-01T00:00:00', '2026-10-01T00:00:00'],
    ['2026-11-01', '2026-10-01'],
  ],
  ['decimals that somebody wrote are all shown', 'x', 'number', 'DOUBLE', [10.123, 20.4], ['10.123', '20.400']],
  ['also of coordinates', 'latitude', 'number', 'DOUBLE', [52.520008, -13.4], ['52.520008', '−13.400000']],
  [
    'one tiny value has its decimals for itself',
    'rate',
    'number',
    'DOUBLE',
    [1200.5, 30, 0.000012],
    ['1,200.5', '30.0', '0.000012'],
  ],
  [
    'small values among their like keep theirs',
    'p',
    'number',
    'DOUBLE',
    [0.0012, 0.00034, 1],
    ['0.00120', '0.00034', '1.00000'],
  ],
  ['as do those a little smaller than the others', 'x', 'number', 'DOUBLE', [1_200_000, 0.7], ['1,200,000.0', '0.7']],
  ['calculated ones keep two', 'basket', 'number', 'DOUBLE', [149.35 / 3, 1250.5], ['49.78', '1,250.50']],
  ['what sums leave is not shown', 'total', 'number', 'DOUBLE', [123_456_789.120001], ['123,456,789.12']],
  ['numbers of many zeros are powers of ten', 'x', 'number', 'DOUBLE', [1e300, 2], ['1\u00a0×\u00a010³⁰⁰', '2']],
  ['the tiniest are, too', 'p', 'number', 'DOUBLE', [0.5, 1e-15], ['0.5', '1\u00a0×\u00a010⁻¹⁵']],
  ['booleans and text stay', 'x', 'boolean', 'BOOLEAN', [true], ['true']],
]

test.each(cases)('%s', (_, name, type, databaseType, values, texts) => {
  const data = { fields: [{ name, type, databaseType, nullable: true }], columns: [values], rowCount: values.length }
  const [format] = columnFormats(data, 'en-GB')
  expect(values.map((value) => format?.toText(value))).toEqual(texts)
})

test.each<
  [
    what: string,
    sign: string,
    databaseType: string,
    values: CellValue[],
    texts: string[],
    wholes: (string | null | undefined)[],
  ]
>([
  ['percentages line up', '%', 'DOUBLE', [0.125, 0.07, -1], ['12.5%', '7.0%', '−100.0%'], [null, null, null]],
  ['calculated ones are rounded', '%', 'DOUBLE', [1 / 3, 0.5], ['33.33%', '50.00%'], ['33.33333333333333%', null]],
  ['tiny ones are not zero', '%', 'DOUBLE', [0.5, 0.0000012], ['50%', '0.00012%'], [null, null]],
  ['whole ones have no decimals', '%', 'INTEGER', [1, 0], ['100%', '0%'], [null, null]],
  [
    'amounts have their scale',
    '€',
    'DECIMAL(18,2)',
    ['3.50', '-12345.10'],
    ['€3.50', '−€12,345.10'],
    [undefined, undefined],
  ],
  ['or two decimals where one would do', '€', 'DOUBLE', [3.5, 12], ['€3.50', '€12.00'], [null, null]],
  ['or none', 'SEK', 'INTEGER', [3, 12], ['3\u00a0SEK', '12\u00a0SEK'], [null, null]],
  [
    'long ones keep every digit',
    '€',
    'DECIMAL(38,2)',
    ['-12345678901234567.89'],
    ['−€12,345,678,901,234,567.89'],
    [undefined],
  ],
])('numbers with a sign: %s', (_, sign, databaseType, values, texts, wholes) => {
  const type = databaseType.startsWith('DEC') ? 'decimal' : 'number'
  const fields = [{ name: 'x', type, databaseType, nullable: true } as const]
  const [format] = columnFormats({ fields, columns: [values], rowCount: values.length, signs: { x: sign } }, 'en-GB')
  expect(values.map((value) => format?.toText(value))).toEqual(texts)
  expect(values.map((value) => format?.toWhole?.(value))).toEqual(wholes)
})

test.each<[what: string, format: Partial<NumberFormat>, y: string[], texts: string[]]>([
  ['a currency', { style: 'currency', currency: 'USD' }, [], ['2026', '$12,340', '$0.125']],
  ['percent of one column', { style: 'percent' }, ['share'], ['2026', '12,340', '12.5%']],
  ['decimals', { decimals: 1 }, [], ['2026', '12,340.0', '0.1']],
  ['a unit', { unit: 'kg' }, ['total'], ['2026', '12,340\u00a0kg', '0.125']],
  ['few digits', { style: 'compact' }, [], ['2026', '12.3\u00a0K', '0.125']],
])('a chart writes its columns in its own format, but no year or id: %s', (_, format, y, texts) => {
  const field = (name: string) => ({ name, type: 'number' as const, databaseType: 'DOUBLE', nullable: true })
  const values = [2026, 12_340, 0.125]
  const fields = ['year', 'total', 'share'].map(field)
  const data = { fields, columns: values.map((value) => [value]), rowCount: 1 }
  const formats = columnFormats(data, 'en-US', { format: { ...autoFormat, ...format }, y })
  expect(formats.map(({ toText }, column) => toText(values[column] ?? null))).toEqual(texts)
})

test('what a chart rounds can be read whole', () => {
  const fields = [{ name: 'x', type: 'decimal' as const, databaseType: 'DECIMAL(18,2)', nullable: true }]
  const data = { fields, columns: [['1234567.89']], rowCount: 1 }
  const whole = (format: Partial<NumberFormat>) => {
    const [only] = columnFormats(data, 'en', { format: { ...autoFormat, ...format }, y: [] })
    return [only?.toText('1234567.89'), only?.toWhole?.('1234567.89')]
  }
  expect(whole({ style: 'compact' })).toEqual(['1.23\u00a0M', '1,234,567.89'])
  expect(whole({ decimals: 0 })).toEqual(['1,234,568', '1,234,567.89'])
})

test('what is rounded in sight can be read whole', () => {
  const values = [1234.5678912, 10.5, 2e-9, 1.2345678901234567e300, null, 'NaN']
  const fields = [{ name: 'x', type: 'number' as const, databaseType: 'DOUBLE', nullable: true }]
  const [format] = columnFormats({ fields, columns: [values], rowCount: values.length }, 'de')
  expect(values.map((value) => format?.toWhole?.(value))).toEqual([
    '1.234,5678912',
    null,
    '2e-9',
    '1.2345678901234567e+300',
    null,
    null,
  ])
})

test('the separators are those of the locale', () => {
  const data = {
    fields: [{ name: 'price', type: 'decimal' as const, databaseType: 'DECIMAL(38,20)', nullable: true }],
    columns: [['1234567.00000000000000000001']],
    rowCount: 1,
  }
  expect(columnFormats(data, 'de')[0]?.toText('1234567.00000000000000000001')).toBe('1.234.567,00000000000000000001')
})
