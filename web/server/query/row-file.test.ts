import type { CellValue, Field, FieldType } from '@tidemark/shared/query/field'
import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import type { RowFormat } from './export-messages'
import { createRowFile } from './row-file'

const field = (name: string, type: FieldType): Field => ({ name, type, databaseType: '', nullable: true })

function written(
  format: RowFormat,
  fields: readonly Field[],
  columns: readonly (readonly CellValue[])[],
  guardsFormulas = true,
): Buffer {
  const file = createRowFile(fields, { format, guardsFormulas })
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
        '"name, full",n,at',
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

  test.each(['=1+1', '+A1', '-2+3', '@SUM(A1)', '\t=1', '\r=1'])('disarms %j, unless it is to be kept', (text) => {
    const lines = (guards: boolean) => written('csv', [field('t', 'text')], [[text]], guards).toString()
    expect(lines(true)).toContain(`'${text}`)
    expect(lines(false)).not.toContain("'")
  })

  test('leaves numbers and dates below zero as they are', () => {
    const fields = [field('n', 'decimal'), field('b', 'bigint'), field('d', 'date')]
    expect(written('csv', fields, [['-1.50'], ['-9007199254740993'], ['-000001-01-01']]).toString()).toContain(
      '-1.50,-9007199254740993,-000001-01-01',
    )
  })

  test('of no rows is a header', () => expect(written('csv', [field('a', 'text')], []).toString()).toBe('a\r\n'))
})

test('NDJSON keeps every digit, and json is json', () => {
  const fields = [field('n"', 'bigint'), field('d', 'decimal'), field('j', 'json'), field('x', 'number')]
  const text = written('ndjson', fields, [
    ['9007199254740993', null],
    ['0.10', '12345678901234567890.12'],
    ['{"a":[1,\n2]}', 'not json'],
    [1.5, 'NaN'],
  ]).toString()
  expect(text).toBe(
    '{"n\\"":9007199254740993,"d":0.10,"j":{"a":[1,2]},"x":1.5}\n' +
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
  ]
  const bytes = written('xlsx', fields, [
    ['=1+1', 'a\u0000b\ud800 _x0041_ </t>', null],
    [1, -2.5, null],
    ['9007199254740993', '42', null],
    ['2026-01-31', '1899-12-31', null],
    ['2026-01-31T12:00:00', null, null],
    [true, false, null],
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
    ['one that sheets count wrongly is text', '<t xml:space="preserve">1899-12-31</t>'],
    ['a timestamp is a day and its part', '<c r="E2" s="3"><v>46053.5</v></c>'],
    ['a truth is one', '<c r="F2" t="b"><v>1</v></c>'],
    ['a row of nulls is an empty row', '<row r="4"></row>'],
  ])('%s', (_, cell) => expect(sheet).toContain(cell))

  test('refuses more rows than a sheet holds', () => {
    const file = createRowFile([field('a', 'boolean')], { format: 'xlsx', guardsFormulas: true })
    const column = Array.from({ length: 350_000 }, () => null)
    file.write([column], column.length)
    file.write([column], column.length)
    expect(() => file.write([column], column.length)).toThrow(
      expect.objectContaining({ code: 'export-too-large', hint: 'Export it as CSV or Parquet.' }),
    )
  })
})
