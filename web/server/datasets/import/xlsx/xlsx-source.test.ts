import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { toTidemarkError, type TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { Field } from '@tidemark/shared/query/field'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createXlsxFile } from '@/server/query/export/xlsx-file'
import { importBytes, signsText, typesOf } from '@testkit/datasets/import-fixture'
import { rowXml, workbookOf } from '@testkit/datasets/xlsx-fixture'
import { xlsxLimits, type XlsxLimits } from './xlsx-package'
import { prepareXlsx } from './xlsx-source'

type Rows = Parameters<typeof rowXml>[0][]

const error = (code: string) => `<c t="e"><v>${code}</v></c>`

interface SheetCase {
  readonly says: string
  readonly rows: Rows
  readonly types: string
  /** The number signs of columns, if any. */
  readonly signs?: string
  readonly values: readonly (readonly unknown[])[]
  readonly notes?: readonly string[]
  readonly formats?: readonly string[]
  readonly texts?: readonly string[]
  readonly is1904?: boolean
  readonly application?: string
  readonly after?: string
  readonly pivot?: string
}

const cases: readonly SheetCase[] = [
  {
    says: 'integers, fractions, texts and booleans have types of their own',
    rows: [
      ['n', 'x', 'who', 'ok'],
      [1, 0.1, 'Zoë & Co', true],
      [-2, 3, '👩‍👩‍👧 שלום', false],
      [9007199254740991, 1e308, null, null],
    ].map((row) => row.map((value) => (typeof value === 'string' ? value.replace('&', '&amp;') : value))),
    types: 'n:BIGINT x:DOUBLE who:VARCHAR ok:BOOLEAN',
    values: [
      ['1', 0.1, 'Zoë & Co', true],
      ['-2', 3, '👩‍👩‍👧 שלום', false],
      ['9007199254740991', 1e308, null, null],
    ],
  },
  {
    says: 'numbers that are all shown as percentages or with one currency have its sign',
    formats: [
      '0.0%',
      '#,##0.00\\ "€"',
      '[$€-407] #,##0.00;[Red]-[$€-407] #,##0.00',
      '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_)',
      '#,##0 [$CHF]',
      '0.00" days"',
      '"5% of "0',
      '£#,##0',
    ],
    rows: [
      ['share', 'euro', 'owed', 'dollars', 'francs', 'days', 'part', 'pounds', 'mixed', 'plain'],
      [
        [0.125, 1],
        [12.5, 2],
        [1234.5, 3],
        [7, 4],
        [3, 5],
        [2.5, 6],
        [4, 7],
        [9, 8],
        [1, 8],
        [0.5, 1],
      ],
      [[1, 1], [3, 2], [-2, 3], null, [4, 5], [3, 6], [5, 7], [8, 8], [2, 2], 0.25],
    ],
    types:
      'share:DOUBLE euro:DOUBLE owed:DOUBLE dollars:INTEGER francs:INTEGER days:DOUBLE part:INTEGER pounds:INTEGER mixed:INTEGER plain:DOUBLE',
    signs: 'share:% euro:€ owed:€ dollars:$ francs:CHF pounds:£',
    values: [
      [0.125, 12.5, 1234.5, 7, 3, 2.5, 4, 9, 1, 0.5],
      [1, 3, -2, null, 4, 3, 5, 8, 2, 0.25],
    ],
    notes: ['mixed is shown with £ and €, and was read as numbers without them.'],
  },
  {
    says: 'numbers that are shown with several signs are noted',
    formats: ['[$€-407] #,##0.00', '[$$-409]#,##0.00'],
    rows: [['amount'], [[10.5, 1]], [[20, 2]], [3]],
    types: 'amount:DOUBLE',
    values: [[10.5], [20], [3]],
    notes: ['amount is shown with € and $, and was read as numbers without them.'],
  },
  {
    says: 'dates, times and time stamps go by how the sheet shows them',
    formats: ['yyyy\\-mm\\-dd', 'dd/mm/yyyy hh:mm', '[$-F400]h:mm:ss\\ AM/PM', '[h]:mm', '0.00" days"', 'mmm'],
    rows: [
      ['d', 'ts', 't', 'elapsed', 'days', 'month'],
      [
        [45000, 1],
        [45000.5, 2],
        [0.75, 3],
        [1.5, 4],
        [2.5, 5],
        [45000, 6],
      ],
      [
        [61, 1],
        [45001, 2],
        [0.25, 3],
        [2, 4],
        [3, 5],
        [45031, 6],
      ],
      [[59, 1]],
    ],
    types: 'd:DATE ts:TIMESTAMP t:TIME elapsed:DOUBLE days:DOUBLE month:DATE',
    values: [
      ['2023-03-15', '2023-03-15 12:00:00', '18:00:00', 1.5, 2.5, '2023-03-15'],
      ['1900-03-01', '2023-03-16 00:00:00', '06:00:00', 2, 3, '2023-04-15'],
      ['1900-02-28', null, null, null, null, null],
    ],
    notes: ['elapsed has durations and was read as numbers of days: 12:00 is 0.5.'],
  },
  {
    says: 'dates of a workbook that counts from 1904 are four years later',
    is1904: true,
    formats: ['yyyy-mm-dd'],
    rows: [['d'], [[43538, 1]], [[0, 1]]],
    types: 'd:DATE',
    values: [['2023-03-15'], ['1904-01-01']],
  },
  {
    says: 'a 29th of February 1900 was never, and stays text',
    formats: ['yyyy-mm-dd'],
    rows: [['d'], [[60, 1]]],
    types: 'd:VARCHAR',
    values: [['1900-02-29']],
  },
  {
    says: 'LibreOffice counts the days before March 1900 without that one, and those before 1900 too',
    application: 'LibreOffice/7.4.7.2$Linux_X86_64',
    formats: ['yyyy-mm-dd'],
    rows: [['d'], [[61, 1]], [[60, 1]], [[2, 1]], [[0, 1]], [[-25_564.5, 1]], [[-693_593, 1]]],
    types: 'd:TIMESTAMP',
    values: [
      ['1900-03-01 00:00:00'],
      ['1900-02-28 00:00:00'],
      ['1900-01-01 00:00:00'],
      ['1899-12-30 00:00:00'],
      ['1830-01-01 12:00:00'],
      ['0001-01-01 00:00:00'],
    ],
  },
  {
    says: 'other workbooks have no days before 1900',
    formats: ['yyyy-mm-dd'],
    rows: [['d'], [[0, 1]], [[-5, 1]]],
    types: 'd:INTEGER',
    values: [[0], [-5]],
  },
  {
    says: 'leading zeros that the sheet shows are kept',
    formats: ['00000'],
    rows: [
      ['zip', 'code'],
      [[1067, 1], '007'],
      [[90210, 1], '042'],
    ],
    types: 'zip:VARCHAR code:VARCHAR',
    values: [
      ['01067', '007'],
      ['90210', '042'],
    ],
    notes: [
      'zip has numbers with leading zeros and numbers, the first of the numbers with leading zeros (“01067”) in row 2, and was kept as text.',
      'code holds digits that the sheet keeps as text, and was kept as text.',
    ],
  },
  {
    says: 'errors and formulas without a result are empty, and counted',
    rows: [
      ['rate', 'sum', 'bad'],
      [0.5, '<c><f>A2*2</f><v>1</v></c>', error('#NAME?')],
      [error('#DIV/0!'), '<c><f>A3*2</f></c>'],
      [error('#N/A'), 2],
    ],
    types: 'rate:DOUBLE sum:INTEGER bad:VARCHAR',
    values: [
      [0.5, 1, null],
      [null, null, null],
      [null, 2, null],
    ],
    notes: [
      'In rate 2 cells with errors were read as empty, the first #DIV/0! in row 3.',
      'In sum 1 formula has no result in the file, the first in row 3, and was read as empty.',
      'In bad 1 cell with an error (#NAME? in row 2) was read as empty.',
    ],
  },
  {
    says: 'one text among numbers is named with its row',
    rows: [['n'], [1], ['n.b.'], [3]],
    types: 'n:VARCHAR',
    values: [['1'], ['n.b.'], ['3']],
    notes: ['n has numbers and texts, the first of the texts (“n.b.”) in row 3, and was kept as text.'],
  },
  {
    says: 'merged cells keep the value in the first one, and are noted',
    rows: [
      ['a', 'b'],
      ['x', 1],
      [null, 2],
    ],
    after: '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>',
    types: 'a:VARCHAR b:INTEGER',
    values: [
      ['x', 1],
      [null, 2],
    ],
    notes: ['1 range of cells is merged; the value is in the first cell of the range, the others are empty.'],
  },
  {
    says: 'merged cells above the names are groups of them',
    rows: [
      ['Sales report'],
      [],
      ['City', 2023, null, 2024, null],
      [null, 'Sales', 'Cost', 'Sales', 'Cost'],
      ['Bonn', 1, 2, 3, 4],
      ['Ulm', 5, 6, 7.5, 8],
    ],
    after:
      '<mergeCells count="3"><mergeCell ref="A3:A4"/><mergeCell ref="B3:C3"/><mergeCell ref="D3:E3"/></mergeCells>',
    types: 'City:VARCHAR 2023 – Sales:INTEGER 2023 – Cost:INTEGER 2024 – Sales:DOUBLE 2024 – Cost:INTEGER',
    values: [
      ['Bonn', 1, 2, 3, 4],
      ['Ulm', 5, 6, 7.5, 8],
    ],
    notes: [
      'Row 1 (“Sales report”) is above the table and was left out.',
      'Two rows of names were read as one, such as “2023 – Sales”.',
    ],
  },
  {
    says: 'so are lines of several cells above the table, apart from it by a blank row',
    formats: ['yyyy-mm-dd'],
    rows: [
      ['Sales 2024'],
      [null, 'Exported on', [45_352, 1]],
      [],
      [null, 'city', 'n', 'day'],
      [null, 'Bonn', 1, [45_352, 1]],
      [null, 'Ulm', 2, null],
    ],
    types: 'city:VARCHAR n:INTEGER day:DATE',
    values: [
      ['Bonn', 1, '2024-03-01'],
      ['Ulm', 2, null],
    ],
    notes: [
      'Row 1 (“Sales 2024”) is above the table and was left out.',
      'Row 2 (“Exported on, 2024-03-01”) is above the table and was left out.',
    ],
  },
  {
    says: 'a title above the table and blank rows are left out, and noted',
    rows: [['Sales 2024'], [], [null, 'city', 'n'], [null, 'Bonn', 1], [], [null, 'Ulm', 2]],
    types: 'city:VARCHAR n:INTEGER',
    values: [
      ['Bonn', 1],
      ['Ulm', 2],
    ],
    notes: ['Row 1 (“Sales 2024”) is above the table and was left out.', '1 blank row was left out.'],
  },
  {
    says: 'a pivot table says itself which of its rows names the columns',
    pivot: '<location ref="A3:C6" firstHeaderRow="1" firstDataRow="2" firstDataCol="1"/>',
    rows: [
      ['Filter'],
      [],
      ['Sum of n', 'year'],
      ['city', 2022, 2023],
      ['Bonn', 1.5, 3],
      ['Ulm', 4.5, 6],
      ['Kiel', 7, 8],
    ],
    types: 'city:VARCHAR 2022:DOUBLE 2023:INTEGER',
    values: [
      ['Bonn', 1.5, 3],
      ['Ulm', 4.5, 6],
      ['Kiel', 7, 8],
    ],
    notes: [
      'Row 1 (“Filter”) is above the table and was left out.',
      'Row 3 (“Sum of n, year”) is above the table and was left out.',
    ],
  },
  {
    says: 'one beside another table says nothing of that',
    pivot: '<location ref="D2:E3" firstHeaderRow="1" firstDataRow="1" firstDataCol="1"/>',
    rows: [
      ['a', 'b'],
      [1, 2, null, 'x', 'y'],
      [3, 4, null, 'z', 5],
    ],
    types: 'a:INTEGER b:INTEGER column3:VARCHAR column4:VARCHAR',
    values: [
      [1, 2, 'x', 'y'],
      [3, 4, 'z', '5'],
    ],
    notes: [
      'Column 3 has no name in the file and is called column3.',
      'Column 4 has no name in the file and is called column4.',
      'column4 has texts and numbers, the first of the texts (“y”) in row 2, and was kept as text.',
    ],
  },
  {
    says: 'of a title above the table nobody need know that its cells are merged',
    rows: [['Sales'], [], ['city', 'n'], ['Bonn', 1]],
    types: 'city:VARCHAR n:INTEGER',
    values: [['Bonn', 1]],
    notes: ['Row 1 (“Sales”) is above the table and was left out.'],
    after: '<mergeCells><mergeCell ref="A1:B1"/></mergeCells>',
  },
  {
    says: 'a first row of values is no header',
    rows: [
      [1, 2],
      [3, 4],
    ],
    types: 'column1:INTEGER column2:INTEGER',
    values: [
      [1, 2],
      [3, 4],
    ],
    notes: ['The first row holds values, not names; the columns were numbered.'],
  },
  {
    says: 'nor is one of the same kinds as those below it',
    rows: [
      ['Ada', 36],
      ['Bo', 41],
      ['Cy', 29],
    ],
    types: 'column1:VARCHAR column2:INTEGER',
    values: [
      ['Ada', 36],
      ['Bo', 41],
      ['Cy', 29],
    ],
    notes: ['The first row holds values, not names; the columns were numbered.'],
  },
  {
    says: 'names that are missing or doubled are given, and noted',
    rows: [
      ['a', 'a', null],
      [1, 2, 3],
    ],
    types: 'a:INTEGER a_2:INTEGER column3:INTEGER',
    values: [[1, 2, 3]],
    notes: [
      'The name a appears more than once; column 2 is called a_2.',
      'Column 3 has no name in the file and is called column3.',
    ],
  },
  {
    says: 'texts in pieces, readings above them and characters that XML has no way to write are read as shown',
    texts: ['<r><t>one </t></r><r><t>two</t></r><rPh><t>uno</t></rPh>', 'a_x0009_b', 'x &lt; "y", z\nw'],
    rows: [
      ['t'],
      ['<c t="s"><v>0</v></c>'],
      ['<c t="s"><v>1</v></c>'],
      ['<c t="s"><v>2</v></c>'],
      ['<c t="str"><f>A1</f><v>calc</v></c>'],
    ],
    types: 't:VARCHAR',
    values: [['one two'], ['a\tb'], ['x < "y", z\nw'], ['calc']],
  },
  {
    says: 'cells are where their names say, also without those before them',
    rows: [['a', 'b', 'c'], ['<c r="C2"><v>3</v></c>'], ['<c r="B3"><v>2</v></c>', 4]],
    types: 'a:VARCHAR b:INTEGER c:INTEGER',
    values: [
      [null, null, 3],
      [null, 2, 4],
    ],
  },
]

describe('a sheet becomes a table', () => {
  test.each(cases)('$says', async ({ rows, types, signs = '', values, notes = [], after = '', pivot, ...book }) => {
    const table = await importBytes(
      'xlsx',
      workbookOf({
        ...book,
        sheets: [{ name: 'One', rows: rows.map(rowXml).join(''), after, ...(pivot === undefined ? {} : { pivot }) }],
      }),
    )
    expect(typesOf(table)).toBe(types)
    expect(signsText(table)).toBe(signs)
    expect(table.rows).toEqual(values)
    expect(table.notes.map((note) => note.message)).toEqual(notes)
  })

  test('rows and columns that the sheet hides are read, and noted', async () => {
    const table = await importBytes(
      'xlsx',
      workbookOf({
        sheets: [
          {
            name: 'One',
            before:
              '<cols><col min="1" max="1"/><col min="2" max="3" hidden="1"/><col min="9" max="20" hidden="true"/></cols>',
            rows: [
              ['a', 'b', 'c', 'd'],
              [1, 2, 3, 4],
              [5, 6, 7, 8],
              [9, 10, 11, 12],
            ]
              .map((row, index) => (index === 2 ? rowXml(row).replace('<row', '<row hidden="1"') : rowXml(row)))
              .join(''),
          },
        ],
      }),
    )
    expect(table.rows).toHaveLength(3)
    expect(table.notes.map((note) => note.message)).toEqual([
      '1 row that the sheet hides was read like the others.',
      'b is hidden in the sheet, and was read like the others.',
      'c is hidden in the sheet, and was read like the others.',
    ])
  })

  test('what was exported as XLSX comes back with its types and signs', async () => {
    const field = (name: string, type: Field['type']): Field => ({ name, type, databaseType: '', nullable: true })
    const signs = { share: '%', price: 'EUR' }
    const file = createXlsxFile(
      [
        field('n', 'integer'),
        field('t', 'text'),
        field('d', 'date'),
        field('at', 'timestamp'),
        field('ok', 'boolean'),
        field('moment', 'timestamptz'),
        field('open', 'time'),
        field('share', 'number'),
        field('price', 'decimal'),
      ],
      { signs },
    )
    const columns = [
      [1, null],
      ['a_x0041_\u0007', '<&>'],
      ['2024-02-29', null],
      ['2024-02-29T12:34:56.789', '2024-03-01T00:00:00'],
      [true, false],
      ['2024-02-29T12:00:00-08:00', null],
      ['06:00:00', '18:30:00'],
      [0.125, 0.5],
      ['1234.50', '0.10'],
    ]
    const pieces = [...file.write(columns, 2), ...file.end()]
    const table = await importBytes('xlsx', Buffer.concat(pieces))
    expect(typesOf(table)).toBe(
      'n:INTEGER t:VARCHAR d:DATE at:TIMESTAMP ok:BOOLEAN moment:TIMESTAMP open:TIME share:DOUBLE price:DOUBLE',
    )
    expect(signsText(table)).toBe('share:% price:EUR')
    expect(table.rows).toEqual([
      [
        1,
        'a_x0041_\u0007',
        '2024-02-29',
        '2024-02-29 12:34:56.789',
        true,
        '2024-02-29 12:00:00',
        '06:00:00',
        0.125,
        1234.5,
      ],
      [null, '<&>', null, '2024-03-01 00:00:00', false, null, '18:30:00', 0.5, 0.1],
    ])
  })
})

const failureOf = async (reading: Promise<unknown>): Promise<TidemarkError | undefined> =>
  reading.then(
    () => undefined,
    (thrown: unknown) => toTidemarkError(thrown),
  )

describe('a workbook with several sheets', () => {
  const rows = (name: string) => [[name], [1]].map(rowXml).join('')
  const book = workbookOf({
    sheets: [
      { name: 'Notes', rows: '' },
      { name: 'Sales', rows: rows('s') },
      { name: 'Costs', rows: rows('c') },
      { name: 'Secret', rows: rows('x'), state: 'veryHidden' },
    ],
  })

  test('asks which of those that have cells and are in sight', async () => {
    expect((await failureOf(importBytes('xlsx', book)))?.toBody()).toMatchObject({
      code: 'upload-table',
      choices: ['Sales', 'Costs'],
    })
  })

  test('gives the sheet that is asked for, and says so', async () => {
    const table = await importBytes('xlsx', book, 'Costs')
    expect(typesOf(table)).toBe('c:INTEGER')
    expect(table.notes.map((note) => note.message)).toEqual(['Of 4 sheets “Costs” was read.'])
  })

  test('asks again for one that it does not have', async () => {
    expect((await failureOf(importBytes('xlsx', book, 'Cost')))?.toBody()).toMatchObject({
      code: 'upload-table',
      detail: 'It has no sheet “Cost”.',
    })
  })

  test('is not asked about when only one has cells', async () => {
    const one = workbookOf({
      sheets: [
        { name: 'Empty', rows: '' },
        { name: 'Full', rows: rows('f') },
      ],
    })
    expect(typesOf(await importBytes('xlsx', one))).toBe('f:INTEGER')
  })
})

describe('a workbook that is too much or no workbook', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidemark-xlsx-'))
    await mkdir(join(folder, 'work'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  const prepare = async (content: Uint8Array, limits: XlsxLimits = xlsxLimits) => {
    const instance = await DuckDBInstance.create(':memory:')
    const connection = await instance.connect()
    const sourcePath = join(folder, 'source.xlsx')
    await writeFile(sourcePath, content)
    return failureOf(
      prepareXlsx(
        {
          format: 'xlsx',
          table: null,
          sourcePath,
          dataPath: join(folder, 'data.parquet'),
          leftOutPath: join(folder, 'left-out.csv'),
          badRows: 'ask',
          encoding: null,
          hasHeader: null,
          knownColumns: [],
          readAs: [],
          workFolder: join(folder, 'work'),
          memoryLimitMb: 512,
          threads: 1,
        },
        connection,
        limits,
      ),
    ).finally(() => {
      connection.closeSync()
      instance.closeSync()
    })
  }
  const book = workbookOf({ sheets: [{ name: 'One', rows: [['a'], ['b'.repeat(5000)], [2]].map(rowXml).join('') }] })

  test('unpacks to no more bytes than allowed', async () => {
    const failure = await prepare(book, { ...xlsxLimits, maxUnzippedBytes: 4000 })
    expect(failure).toMatchObject({ code: 'upload-unreadable', detail: 'Unpacked it has more than 0 MB.' })
  })

  test('a part that unpacks to more than it declares is refused', async () => {
    const bomb = Buffer.from(book)
    const name = Buffer.from('xl/worksheets/sheet1.xml')
    // The last occurrence of the part's name is in the directory; its unpacked size is 22 bytes before the name.
    bomb.writeUInt32LE(100, bomb.lastIndexOf(name) - 22)
    expect(await prepare(bomb)).toMatchObject({
      code: 'upload-unreadable',
      detail: 'Its part xl/worksheets/sheet1.xml is damaged.',
    })
  })

  test('has no more cells than allowed', async () => {
    const failure = await prepare(book, { ...xlsxLimits, maxCells: 2 })
    expect(failure).toMatchObject({ code: 'upload-unreadable', detail: 'A sheet has more than 2 cells.' })
  })

  test('entities that it declares itself are not expanded', async () => {
    const laughs = workbookOf({ sheets: [{ name: 'One', rows: rowXml(['a', '&lol;']) }] })
    expect(await prepare(laughs)).toMatchObject({ code: 'upload-unreadable' })
  })

  test('half of one is refused', async () => {
    expect(await prepare(book.subarray(0, book.length / 2))).toMatchObject({
      code: 'upload-unreadable',
      detail: 'It is no complete ZIP archive, as workbooks are.',
    })
  })

  test('sheets without a cell are empty', async () => {
    expect(await prepare(workbookOf({ sheets: [{ name: 'One', rows: '' }] }))).toMatchObject({ code: 'upload-empty' })
  })
})
