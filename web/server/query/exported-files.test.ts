import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { read, utils } from '@e965/xlsx'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import type { CellValue, Field, FieldType } from '@tidemark/shared/query/field'
import { afterAll, describe, expect, test } from 'vitest'
import type { TableExport } from './export/export-messages'
import { createRowFile } from './export/create-row-file'

/**
 * Tests how other programs open exported files. LibreOffice 7.4 opens neither NDJSON nor Parquet; the engine's Parquet
 * is read back in `export-service.test.ts`.
 */
const field = (name: string, type: FieldType): Field => ({ name, type, databaseType: '', nullable: true })
const fields = [
  field('Größe & <x>', 'text'),
  field('n', 'integer'),
  field('big', 'bigint'),
  field('price', 'decimal'),
  field('day', 'date'),
  field('at', 'timestamp'),
  field('ok', 'boolean'),
]
const columns: readonly (readonly CellValue[])[] = [
  ['=1+1', 'two\nlines, "quoted"', null],
  [1, -2, null],
  ['9007199254740993', '42', null],
  ['1234.50', '-0.10', null],
  ['2026-01-31', '2026-02-28', null],
  ['2026-01-31T12:00:00', null, null],
  [true, false, null],
]

const folder = mkdtempSync(join(tmpdir(), 'tidemark-exported-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function exported(format: 'csv' | 'xlsx'): Buffer {
  const file = createRowFile(fields, { format, isForSpreadsheets: true, signs: { price: '$' } })
  return Buffer.concat([...file.write(columns, 3), ...file.end()])
}

test('SheetJS opens a workbook, with numbers as numbers and dates as days', () => {
  const { SheetNames, Sheets } = read(exported('xlsx'), { cellDates: true })
  expect(SheetNames).toEqual(['Rows'])
  const rows = utils.sheet_to_json(Sheets['Rows'] ?? {}, { header: 1, UTC: true })
  const [header, first, second] = rows
  expect(header).toEqual(['Größe & <x>', 'n', 'big', 'price', 'day', 'at', 'ok'])
  const [day, noon] = [new Date('2026-01-31'), new Date('2026-01-31T12:00:00Z')]
  expect(first).toEqual(['=1+1', 1, '9007199254740993', 1234.5, day, noon, true])
  expect(second).toEqual(['two\nlines, "quoted"', -2, 42, -0.1, new Date('2026-02-28'), undefined, false])
})

test('a workbook of a table has its columns in their order, with their titles, formats and widths', () => {
  const euros = { style: 'currency', decimals: 0, currency: 'EUR', unit: '' } as const
  const tons = { style: 'plain', decimals: 1, currency: null, unit: 't' } as const
  const table: TableExport = {
    visual: {
      ...defaultVisual,
      type: 'table',
      columnOrder: ['land', 'when', 'revenue'],
      columnStyles: [
        { column: 'secret', isHidden: true },
        { column: 'when', kind: 'month', isPinned: true, widthPx: 140 },
        { column: 'revenue', format: euros },
      ],
    },
    shown: { revenue: { label: 'Turnover', format: tons }, mass: { format: tons } },
    grains: {},
  }
  const named = [field('secret', 'text'), field('revenue', 'decimal'), field('mass', 'number')].concat(
    field('land', 'text'),
    field('when', 'timestamp'),
  )
  const file = createRowFile(named, { format: 'xlsx', isForSpreadsheets: true, signs: {}, table })
  const cells = [['x'], ['1234.50'], [2.25], ['DE'], ['2026-03-01T00:00:00']]
  const book = read(Buffer.concat([...file.write(cells, 1), ...file.end()]), { cellNF: true, cellStyles: true })
  const sheet = book.Sheets['Rows'] ?? {}
  expect(utils.sheet_to_json(sheet, { header: 1, raw: false })).toEqual([
    ['when', 'land', 'Turnover', 'mass'],
    ['March 2026', 'DE', '€1,235', '2.3 t'],
  ])
  expect(sheet['!cols']?.[0]?.width).toBe(20)
})

test('a workbook of a table has the totals of its groups, of its rows and of all', () => {
  const rows: readonly (readonly CellValue[])[] = [
    [null, null, null, 60, 9, 3],
    ['DE', null, null, 30, 7, 1],
    ['FR', null, null, 30, 2, 1],
    ['DE', '2026-01-01', 'x', 20, 3, 0],
    ['FR', '2026-01-01', 'x', 30, 2, 0],
    ['DE', '2026-02-01', 'x', 10, 4, 0],
  ]
  const names = [field('land', 'text'), field('month', 'date'), field('secret', 'text')].concat(
    ['net', 'tax', 'level'].map((name) => field(name, 'integer')),
  )
  const table: TableExport = {
    visual: {
      ...defaultVisual,
      type: 'table',
      tableGroups: ['land'],
      tableTotals: true,
      rowTotals: true,
      columnStyles: [{ column: 'secret', isHidden: true }],
    },
    shown: { net: { label: 'Net' } },
    totals: { of: { mark: 'pivot', rows: [], columns: [], groups: ['land'] }, column: 'level' },
    grains: { month: 'month' },
  }
  const file = createRowFile(names, { format: 'xlsx', isForSpreadsheets: true, signs: {}, table })
  const cells = names.map((_, column) => rows.map((row) => row[column] ?? null))
  const book = read(Buffer.concat([...file.write(cells, rows.length), ...file.end()]), { cellNF: true })
  expect(utils.sheet_to_json(book.Sheets['Rows'] ?? {}, { header: 1, defval: null, raw: false })).toEqual([
    ['land', 'month', 'Net', 'tax', 'Total'],
    ['DE', '2026-01-01', '20', '3', '23'],
    ['DE', '2026-02-01', '10', '4', '14'],
    ['Total of DE', null, '30', '7', '37'],
    ['FR', '2026-01-01', '30', '2', '32'],
    ['Total of FR', null, '30', '2', '32'],
    ['Total', null, '60', '9', '69'],
  ])
  expect(file.notes?.()).toEqual(['The totals of groups are of all their rows.', 'The totals are of all rows.'])
  const many = Array.from({ length: 200_000 }, () => 1)
  expect(() =>
    createRowFile(names, { format: 'xlsx', isForSpreadsheets: true, signs: {}, table }).write(
      names.map(() => many),
      many.length,
    ),
  ).toThrow(expect.objectContaining({ code: 'export-too-large' }))
})

test('a workbook of a pivot repeats its headers and puts each total below what it totals', () => {
  const rows: readonly (readonly [string, string, string, number])[] = [
    ['DE', 'Berlin', '2025', 3],
    ['DE', 'Köln', '2026', 4],
    ['FR', 'Paris', '2026', 0.5],
  ]
  const of = { mark: 'pivot' as const, rows: ['land', 'city'], columns: ['year'] }
  const pivot = { of, y: [], grains: {} }
  const file = createRowFile(
    [...of.rows, ...of.columns].map((name) => field(name, 'text')).concat(field('n', 'number')),
    {
      format: 'xlsx',
      isForSpreadsheets: true,
      signs: {},
      pivot,
    },
  )
  const cells = [0, 1, 2, 3].map((column) => rows.map((row) => row[column] ?? null))
  const { Sheets } = read(Buffer.concat([...file.write(cells, 3), ...file.end()]))
  expect(utils.sheet_to_json(Sheets['Rows'] ?? {}, { header: 1, defval: null })).toEqual([
    ['land', 'city', '2025', '2026', 'Total'],
    ['DE', 'Berlin', 3, null, 3],
    ['DE', 'Köln', null, 4, 4],
    ['DE', 'Total', 3, 4, 7],
    ['FR', 'Paris', null, 0.5, 0.5],
    ['FR', 'Total', null, 0.5, 0.5],
    ['Total', '', 3, 4.5, 7.5],
  ])
})

/** LibreOffice quotes cells that it considers text. */
const header = '"Größe & <x>","n","big","price","day","at","ok"'
const hasLibreOffice = spawnSync('soffice', ['--version']).status === 0

describe.skipIf(!hasLibreOffice)('LibreOffice (skipped where soffice is not installed)', () => {
  test('opens a workbook and shows what was exported', () => {
    expect(openedInCalc('xlsx')).toEqual([
      header,
      '"=1+1",1,"9007199254740993","$1,234.50",2026-01-31,2026-01-31 12:00:00,TRUE',
      '"two',
      'lines, ""quoted""",-2,42,-$0.10,2026-02-28,,FALSE',
    ])
  })

  test('opens CSV with its letters, and runs no formula', () => {
    expect(openedInCalc('csv')).toEqual([
      header,
      `"'=1+1",1,9.00719925474099E+015,1234.5,2026-01-31,2026-01-31T12:00:00,TRUE`,
      '"two',
      'lines, ""quoted""",-2,42,-0.1,2026-02-28,,FALSE',
    ])
  })
})

/** Returns the lines of the sheet that Calc shows for an export. */
function openedInCalc(format: 'csv' | 'xlsx'): readonly string[] {
  const target = join(folder, `${format}-opened`)
  mkdirSync(target)
  const path = join(folder, `rows.${format}`)
  writeFileSync(path, exported(format))
  const profile = pathToFileURL(join(folder, 'profile'))
  // Delimiter, quote and encoding (76 is UTF-8) of the input and output files.
  const output = 'csv:Text - txt - csv (StarCalc):44,34,76,1'
  const input = format === 'csv' ? ['--infilter=CSV:44,34,76,1'] : []
  const options = ['--headless', `-env:UserInstallation=${profile.href}`, ...input]
  execFileSync('soffice', [...options, '--convert-to', output, '--outdir', target, path], { stdio: 'pipe' })
  const lines = readFileSync(join(target, 'rows.csv'), 'utf8').trimEnd().split('\n')
  return lines.filter((line) => !/^,*$/.test(line))
}
