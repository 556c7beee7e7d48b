import fc from 'fast-check'
import { expect, test } from 'vitest'
import { importBytes, type ImportedTable } from '@testkit/datasets/import-fixture'

const tricky = [
  null,
  '',
  ' ',
  '0',
  '-0',
  '007',
  '-1',
  '42',
  ' 5 ',
  '+5',
  '1.50',
  '.5',
  '1.',
  '0.1',
  '0.30000000000000004',
  '1e5',
  '1E-7',
  '1e308',
  '1e309',
  'NaN',
  'NA',
  'null',
  '-',
  'true',
  'FALSE',
  'yes',
  'inf',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '123456789012345678901234567890',
  '9'.repeat(40),
  '12345678901234567.125',
  '2024-02-29',
  '2024-02-30',
  '03/04/2024',
  '25/12/2024',
  '1,5',
  '1.234,5',
  'a,b',
  'a;b',
  'a\tb',
  'a|b',
  '"',
  'say "hi"',
  'two\nlines',
  'two\r\nlines',
  '\r',
  '🏳️‍🌈',
  'שלום',
  '=1+1',
  'x'.repeat(3000),
] as const

/**
 * Excludes NULs, which make a file look like UTF-16, and a byte order mark at the start of a value, which DuckDB's
 * reader in Node drops.
 */
const isReadable = (text: string) => !text.includes('\0') && !text.startsWith('\ufeff')

const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...tricky) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }).filter(isReadable) },
  { weight: 1, arbitrary: fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String) },
)
/** Columns of one kind become numbers or dates; mixed ones become text. */
const columnKinds = [
  value,
  fc.integer().map(String),
  fc.bigInt({ min: -(10n ** 19n), max: 10n ** 19n }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc
    .tuple(fc.integer({ min: -9999, max: 9999 }), fc.integer({ min: 10, max: 99 }))
    .map(([whole, cents]) => `${whole}.${cents}`),
  fc.oneof(fc.integer().map(String), fc.constantFrom(null, '', 'NA', ' ')),
] as const

interface CsvFile {
  readonly delimiter: string
  readonly lineEnd: string
  readonly hasMark: boolean
  readonly quoteAll: boolean
  readonly columns: readonly (readonly (string | null)[])[]
}

const csvFile: fc.Arbitrary<CsvFile> = fc
  .record({ width: fc.integer({ min: 1, max: 5 }), height: fc.integer({ min: 0, max: 12 }) })
  .chain(({ width, height }) =>
    fc.record({
      delimiter: width === 1 ? fc.constant(',') : fc.constantFrom(',', ';', '\t', '|'),
      lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
      hasMark: fc.boolean(),
      quoteAll: fc.boolean(),
      columns: fc.array(
        fc
          .constantFrom(...columnKinds)
          .chain((kind: fc.Arbitrary<string | null>) => fc.array(kind, { minLength: height, maxLength: height })),
        { minLength: width, maxLength: width },
      ),
    }),
  )
  .map((file) => ({ ...file, columns: withoutEmptyRows(file.columns) }))

/** Removes rows of only delimiters, which do not count as rows. */
function withoutEmptyRows(columns: CsvFile['columns']): CsvFile['columns'] {
  const isFilled = (row: number) => columns.length === 1 || columns.some((column) => (column[row] ?? '').trim() !== '')
  return columns.map((column) => column.filter((_, row) => isFilled(row)))
}

const numRuns = process.env['TIDEMARK_LONG'] === '1' ? 1_000 : 20

test('what is read from a CSV file is what was written, to the last digit and character', async () => {
  await fc.assert(
    fc.asyncProperty(csvFile, async (file) => {
      const table = await importBytes('csv', csvText(file))
      const height = file.columns[0]?.length ?? 0
      expect(table.rowCount).toBe(height)
      file.columns.forEach((written, column) =>
        written.forEach((text, row) =>
          expectSame(text, table.rows[row]?.[column], table.columns[column], file.delimiter !== ','),
        ),
      )
    }),
    { numRuns },
  )
}, 1_800_000)

function csvText({ delimiter, lineEnd, hasMark, quoteAll, columns }: CsvFile): string {
  const write = (text: string | null) => {
    if (text === null) return ''
    const needsQuotes =
      quoteAll || text === '' || [delimiter, '"', '\n', '\r'].some((special) => text.includes(special))
    return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text
  }
  const height = columns[0]?.length ?? 0
  const header = columns.map((_, index) => `k${index}`)
  const rows = Array.from({ length: height }, (_, row) => columns.map((column) => write(column[row] ?? null)))
  return `${hasMark ? '\ufeff' : ''}${[header, ...rows].map((row) => row.join(delimiter) + lineEnd).join('')}`
}

function expectSame(
  text: string | null,
  read: unknown,
  column: ImportedTable['columns'][number] | undefined,
  decimalComma: boolean,
): void {
  const databaseType = column?.databaseType ?? ''
  if (databaseType === 'VARCHAR') return expect(read).toBe(text)
  const trimmed = (text ?? '').replace(/^ +| +$/g, '')
  if (trimmed === '' || (read === null && /^(na|n\/a|n\.a\.|<na>|#n\/a|nan|null|none|-{1,2}|[–—.?])$/i.test(trimmed)))
    return expect(read).toBe(null)
  if (databaseType === 'DOUBLE') {
    const number = decimalComma && trimmed.includes(',') ? trimmed.replaceAll('.', '').replace(',', '.') : trimmed
    return expect(Number(read)).toBe(number === 'inf' ? Infinity : Number(number))
  }
  if (databaseType === 'BOOLEAN') return expect(read).toBe(/^(true|yes)$/i.test(trimmed))
  if (databaseType === 'DATE') return expect(read).toBe(trimmed.replace(/^(\d+)\/(\d+)\/(\d+)$/, '$3-$2-$1'))
  expect(canonical(String(read))).toBe(canonical(trimmed.replace(/^[+]/, '')))
}

/** Removes insignificant zeros from a decimal number. */
function canonical(text: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d*)\.?(\d*)$/.exec(text) ?? []
  return `${sign}${whole.replace(/^0+/, '') || '0'}.${fraction.replace(/0+$/, '')}`
}
