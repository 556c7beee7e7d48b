import { autoFormat, type NumberFormat } from '@tidemark/shared/query/number-format'
import type { CellValue, Field, FieldType } from '@tidemark/shared/query/field'
import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import type { RowFormat } from './export-messages'
import { createRowFile } from './create-row-file'

const field = (name: string, type: FieldType): Field => ({ name, type, databaseType: '', nullable: true })

function written(
  format: RowFormat,
  fields: readonly Field[],
  columns: readonly (readonly CellValue[])[],
  isForSpreadsheets = true,
): Buffer {
  const file = createRowFile(fields, { format, isForSpreadsheets, signs: {} })
  const pieces = columns.length === 0 ? [] : file.write(columns, columns[0]?.length ?? 0)
  return Buffer.concat([...pieces, ...file.end()])
}

describe('CSV', () => {
  test('has a header, quotes what needs it, and tells null from empty', () => {
    const fields = [field('name, full', 'text'), field('n', 'integer'), field('at', 'date')]
    const text = written('csv', fields, [
      ['plain', 'with "quotes"', 'two\nlines', '', null, ' padded '],
      [1, -2, 3, null, 0, 6],
      ['2026-01-02', null, null, null, null, null],
    ]).toString()
    expect(text).toBe(
      [
        '\ufeff"name, full",n,at',
        'plain,1,2026-01-02',
        '"with ""quotes""",-2,',
        '"two\nlines",3,',
        '"",,',
        ',0,',
        '" padded ",6,',
        '',
      ].join('\r\n'),
    )
  })

  test.each(['=1+1', '+A1', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '＝1+1', ' =1+1', '\ufeff=1+1', '-12 MB', '- x'])(
    'disarms %j, unless it is to be kept',
    (text) => {
      const lines = (guards: boolean) => written('csv', [field('t', 'text')], [[text]], guards).toString()
      expect(lines(true)).toContain(`'${text}`)
      expect(lines(false)).not.toContain("'")
    },
  )

  test.each(['-12', '+5', '-1.5e-3', '-.5', '-12%'])('leaves the text %s as it is, which is a number', (text) => {
    expect(written('csv', [field('t', 'text')], [[text]], true).toString()).toContain(`\r\n${text}\r\n`)
  })

  test('leaves numbers and dates below zero as they are', () => {
    const fields = [field('n', 'decimal'), field('b', 'bigint'), field('d', 'date')]
    expect(written('csv', fields, [['-1.50'], ['-9007199254740993'], ['-000001-01-01']]).toString()).toContain(
      '-1.50,-9007199254740993,-000001-01-01',
    )
  })

  test('of no rows is a header', () => expect(written('csv', [field('a', 'text')], []).toString()).toBe('\ufeffa\r\n'))

  test('says that it is UTF-8 to spreadsheets, and begins with its header for programs', () => {
    const bytes = (isForSpreadsheets: boolean) =>
      written('csv', [field('Größe', 'integer')], [[1]], isForSpreadsheets).toString('latin1')
    expect(bytes(true)).toBe('\u00ef\u00bb\u00bfGr\u00c3\u00b6\u00c3\u009fe\r\n1\r\n')
    expect(bytes(false)).toBe('Gr\u00c3\u00b6\u00c3\u009fe\r\n1\r\n')
  })
})

test('NDJSON keeps every digit, and json is json', () => {
  const fields = [field('n"', 'bigint'), field('d', 'decimal'), field('j', 'json'), field('x', 'number')]
  const text = written('ndjson', fields, [
    ['9007199254740993', null],
    ['0.10', '12345678901234567890.12'],
    ['{"a":[1,\n9007199254740993]}', 'not json'],
    [1.5, 'NaN'],
  ]).toString()
  expect(text).toBe(
    '{"n\\"":9007199254740993,"d":0.10,"j":{"a":[1,9007199254740993]},"x":1.5}\n' +
      '{"n\\"":null,"d":12345678901234567890.12,"j":"not json","x":"NaN"}\n',
  )
})

describe('XLSX', () => {
  const fields = [
    field('Name & <x>', 'text'),
    field('n', 'integer'),
    field('big', 'bigint'),
    field('day', 'date'),
    field('at', 'timestamp'),
    field('ok', 'boolean'),
    field('open', 'time'),
    field('moment', 'timestamptz'),
  ]
  const bytes = written('xlsx', fields, [
    ['=1+1', 'a\u0000b\ud800 _x0041_ </t>', null],
    [1, -2.5, null],
    ['9007199254740993', '42', null],
    ['2026-01-31', '1899-12-31', null],
    ['2026-01-31T12:00:00', null, null],
    [true, false, null],
    ['06:00:00.000001', '24:00:00', null],
    ['2026-01-31T12:00:00.000000+05:30', '1899-12-31T00:00:00+01:00', null],
  ])
  const sheet = Buffer.from(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? []).toString()

  test('has its parts', () =>
    expect(Object.keys(unzipSync(bytes)).sort()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ]))

  test.each([
    [
      'a text that looks like a formula is text',
      '<c r="A2" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>',
    ],
    ['what XML cannot hold is written as sheets do', 'a_x0000_b\ufffd _x005F_x0041_ &lt;/t&gt;'],
    ['a small integer is a number', '<c r="B2"><v>1</v></c>'],
    ['an integer of 16 digits is text', '<t xml:space="preserve">9007199254740993</t>'],
    ['one that fits is a number', '<c r="C3"><v>42</v></c>'],
    ['a date is a day with its format', '<c r="D2" s="2"><v>46053</v></c>'],
    ['a time of day is a part of one', '<c r="G2" s="4"><v>0.25</v></c>'],
    ['a moment is what clocks showed in its zone', '<c r="H2" s="3"><v>46053.5</v></c>'],
    ['a moment before March 1900 is text', '<t xml:space="preserve">1899-12-31T00:00:00+01:00</t>'],
    ['one that sheets count wrongly is text', '<t xml:space="preserve">1899-12-31</t>'],
    ['a timestamp is a day and its part', '<c r="E2" s="3"><v>46053.5</v></c>'],
    ['a truth is one', '<c r="F2" t="b"><v>1</v></c>'],
    ['a row of nulls is an empty row', '<row r="4"></row>'],
  ])('%s', (_, cell) => expect(sheet).toContain(cell))

  test.each<[string, Partial<NumberFormat>, string]>([
    ['a currency', { style: 'currency', currency: 'EUR' }, '[$€]#,##0.00'],
    ['yen, which have no cents', { style: 'currency', currency: 'JPY' }, '[$¥]#,##0'],
    ['percentages', { style: 'percent', decimals: 1 }, '0.0%'],
    ['decimals', { decimals: 3 }, '#,##0.000'],
    ['a unit', { unit: 'kg', decimals: 0 }, String.raw`#,##0\ &quot;kg&quot;`],
  ])('numbers are written as the chart chose: %s', (_, format, code) => {
    const names = [field('year', 'integer'), field('total', 'number'), field('other', 'number')]
    const chosen = { format: { ...autoFormat, ...format }, y: ['total'] }
    const file = createRowFile(names, { format: 'xlsx', isForSpreadsheets: true, signs: {}, written: chosen })
    const parts = unzipSync(Buffer.concat([...file.write([[2026], [1], [2]], 1), ...file.end()]))
    const textOf = (path: string) => Buffer.from(parts[path] ?? []).toString()
    expect(textOf('xl/styles.xml')).toContain(`formatCode="${code}"`)
    expect(textOf('xl/worksheets/sheet1.xml')).toMatch(/<c r="A2"><v>.*<c r="B2" s="2"><v>.*<c r="C2"><v>/)
  })

  test('numbers are shown with the sign that they came with, as far as the column that has it', async () => {
    const signed: readonly (readonly [string, FieldType, string, CellValue, string])[] = [
      ['share', 'number', '%', 0.125, '0.00%'],
      ['price', 'decimal', '$', '-1234.50', '[$$]#,##0.00'],
      ['code', 'bigint', 'CHF', '5', String.raw`[$CHF]\ #,##0`],
      ['won', 'integer', '₩', 1200, '[$₩]#,##0'],
      ['yen or yuan', 'integer', '¥', 1200, '[$¥]#,##0'],
      ['yuan', 'number', '¥', 12.5, '[$¥]#,##0.00'],
    ]
    const signs = Object.fromEntries(signed.map(([name, , sign]) => [name, sign]))
    const names = [...signed.map(([name, type]) => field(name, type)), field('n', 'number'), field('t', 'text')]
    const file = createRowFile(names, { format: 'xlsx', isForSpreadsheets: true, signs: { ...signs, t: '$' } })
    const parts = unzipSync(
      Buffer.concat([...file.write([...signed.map(([, , , value]) => [value]), [1], ['x']], 1), ...file.end()]),
    )
    const codes = [
      ...Buffer.from(parts['xl/styles.xml'] ?? [])
        .toString()
        .matchAll(/formatCode="([^"]*)"/g),
    ]
    const cells = [
      ...Buffer.from(parts['xl/worksheets/sheet1.xml'] ?? [])
        .toString()
        .matchAll(/<c r="([A-H])2"( s="(\d+)")?/g),
    ]
    const shown = cells.map(([, , , style]) => (style === undefined ? null : codes[Number(style) - 2]?.[1]))
    expect(shown).toEqual([...signed.map(([, , , , code]) => code), null, null])
  })

  test('lines within a cell are broken as in sheets', () => {
    const bytes = written('xlsx', [field('t', 'text')], [['a\r\nb\rc\nd']])
    expect(Buffer.from(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? []).toString()).toContain('>a\nb\nc\nd</t>')
  })

  test('lines within a cell are broken as in sheets', () => {
    const parts = unzipSync(written('xlsx', [field('t', 'text')], [['a\r\nb\rc\nd']]))
    expect(Buffer.from(parts['xl/worksheets/sheet1.xml'] ?? []).toString()).toContain('>a\nb\nc\nd</t>')
  })

  test('a column is as wide as its first values, with their commas and signs', () => {
    const file = createRowFile([field('t', 'text'), field('amount', 'number'), field('at', 'timestamp')], {
      format: 'xlsx',
      isForSpreadsheets: true,
      signs: { amount: '$' },
    })
    const columns = [
      ['a text of 23 characters', 'two\nlines'],
      [1_234_567.891, null],
      ['2026-01-31T12:00:00', null],
    ]
    const parts = unzipSync(Buffer.concat([...file.write(columns, 2), ...file.end()]))
    const [, ...widths] = Buffer.from(parts['xl/worksheets/sheet1.xml'] ?? [])
      .toString()
      .split(' width="')
      .map(Number.parseFloat)
    expect(widths[0]).toBe(25)
    expect(widths[1]).toBeGreaterThan('$1,234,567.89'.length)
    expect(widths[2]).toBeGreaterThan('2026-01-31 12:00:00'.length)
  })

  test('says which cells do not hold what the rows do', () => {
    const open = () =>
      createRowFile([field('big', 'bigint'), field('long', 'text'), field('born', 'date'), field('at', 'time')], {
        format: 'xlsx',
        isForSpreadsheets: true,
        signs: {},
      })
    const whole = open()
    whole.write([['999999999999999'], ['x'.repeat(32_767)], ['1900-03-01'], ['23:59:59']], 1)
    expect(whole.notes?.()).toEqual([])
    const changed = open()
    changed.write([['1000000000000000'], [`${'x'.repeat(32_765)}😀😀`], ['1899-12-31'], ['24:00:00']], 1)
    expect(changed.notes?.()).toEqual([
      'Numbers of more than 15 digits in “big” are text: a sheet would round them.',
      'Days before March 1900 and other times that sheets have not are text in “born” and “at”.',
      'One text was cut at 32,767 characters, the most that a cell can hold.',
    ])
  })

  test('refuses more rows than a sheet holds', () => {
    const file = createRowFile([field('a', 'boolean')], { format: 'xlsx', isForSpreadsheets: true, signs: {} })
    const column = Array.from({ length: 350_000 }, () => null)
    file.write([column], column.length)
    file.write([column], column.length)
    expect(() => file.write([column], column.length)).toThrow(
      expect.objectContaining({ code: 'export-too-large', hint: 'Export it as CSV or Parquet.' }),
    )
  })
})
