import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { ImportNote } from '@tidemark/shared/datasets/dataset'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { mustHaveRoomFor } from '../types/column-limit'
import { nameColumns } from '../types/column-names'
import { noteOf } from '../types/column-type'
import { findDoubtfulColumns } from '../types/doubtful-columns'
import { missingMarkPattern } from '../types/missing-marks'
import { readTextColumns, type TextReading } from '../types/text-columns'
import type { ImportJob } from '../import-job'
import { mustAt, type PreparedSource, type DoubtfulColumn } from '../import-source'
import { columnAlias, createPlainCsv, mostBytes, readCsvSql } from '../csv/plain-csv'
import { noUnreadRows } from '../csv/unread-rows'
import { readCells } from './xlsx-cells'
import { openXlsxPackage, xlsxLimits, type XlsxLimits, type XlsxPackage } from './xlsx-package'
import { findPivot } from './xlsx-pivot'
import { scanSheet, type SheetColumn, type SheetNote, type SheetSummary } from './xlsx-sheet'
import { readWorkbook, type Workbook, type WorkbookSheet } from './xlsx-workbook'

/**
 * Prepares one sheet of a workbook: finds the header row and a type for each column that keeps its values. Fails with
 * `upload-table` if there are several sheets and the job names none of them, `upload-empty`, or `upload-unreadable`.
 */
export async function prepareXlsx(
  job: ImportJob,
  connection: DuckDBConnection,
  limits: XlsxLimits = xlsxLimits,
): Promise<PreparedSource> {
  const file = await openXlsxPackage(job.sourcePath, limits)
  try {
    const workbook = await readWorkbook(file)
    const sheet = await chooseSheet(file, workbook, job.table, limits)
    const summary = await scanSheet((reader) => readCells(file, sheet.part, workbook, limits, reader), {
      hasHeader: job.hasHeader,
      pivot: await findPivot(file, sheet),
    })
    if (summary.columns.length === 0)
      throw new TidemarkError('upload-empty', { detail: `“${sheet.name}” has no cells.` })
    mustHaveRoomFor(summary.columns.length)
    const path = join(job.workFolder, 'plain.csv')
    const longestRecord = await writeRows(file, sheet, workbook, summary, path, limits)
    const { names, notes } = nameColumns(summary.columns.map((column) => column.header))
    const from = readCsvSql({
      path,
      delimiter: ',',
      width: names.length + 1,
      hasHeader: true,
      longestBytes: mostBytes(longestRecord),
    })
    const texts = names.map((_, index) => columnAlias(index))
    const textColumns = summary.columns.flatMap(({ isAllText }, index) =>
      isAllText ? [{ index, name: mustAt(names, index), text: columnAlias(index) }] : [],
    )
    const readings = await readTextColumns(connection, from, textColumns, job.knownColumns)
    return {
      from,
      header: { isPresent: summary.headerRow !== null, isChosen: job.hasHeader !== null },
      columns: summary.columns.map((column, index) => {
        const reading = readings.get(index)
        return {
          name: mustAt(names, index),
          expression: reading?.expression ?? cellsSql(column, columnAlias(index)),
          text: columnAlias(index),
          expectedValueCount: reading?.expectedValueCount ?? column.valueCount,
          sign: reading?.sign ?? column.sign,
          dateOrder: reading?.dateOrder,
          notes: [...columnNotes(column.typeNotes, mustAt(names, index)), ...(reading?.notes ?? [])],
        }
      }),
      notes: [
        ...sheetNotes(workbook, sheet),
        ...summary.notes,
        ...(summary.headerRow === null ? [] : notes),
        ...summary.columns.flatMap((column, index) => columnNotes(column.notes, mustAt(names, index))),
      ],
      expectedRowCount: summary.rowCount,
      doubts: {
        unread: noUnreadRows,
        columns: await doubtfulSheetColumns(connection, from, summary, names, readings),
        textNotes: summary.columns.flatMap(({ mixedNotes }, index) =>
          columnNotes(mixedNotes ?? [], mustAt(names, index)),
        ),
        choices: ['leave-out', 'as-text'],
        from,
        row: `CAST(${columnAlias(names.length)} AS BIGINT)`,
        line: 'CAST(NULL AS BIGINT)',
        rowText: `concat_ws(', ', ${texts.map((text) => `coalesce(${text}, '')`).join(', ')})`,
      },
    }
  } finally {
    file.close()
  }
}

/** Returns the requested sheet, or the only visible one with cells. */
async function chooseSheet(
  file: XlsxPackage,
  workbook: Workbook,
  wanted: string | null,
  limits: XlsxLimits,
): Promise<WorkbookSheet> {
  const named = workbook.sheets.find(({ name }) => name === wanted)
  if (named !== undefined) return named
  const filled: WorkbookSheet[] = []
  for (const sheet of workbook.sheets) {
    if (!sheet.isHidden && (await hasCells(file, sheet, workbook, limits))) filled.push(sheet)
  }
  const [first] = filled
  if (first === undefined)
    throw new TidemarkError('upload-empty', { detail: 'None of its sheets in sight has a cell.' })
  if (filled.length === 1 && wanted === null) return first
  throw new TidemarkError('upload-table', {
    detail: wanted === null ? undefined : `It has no sheet “${wanted}”.`,
    choices: filled.map(({ name }) => name),
  })
}

async function hasCells(
  file: XlsxPackage,
  { part }: WorkbookSheet,
  workbook: Workbook,
  limits: XlsxLimits,
): Promise<boolean> {
  let isFound = false
  const onRow = () => (isFound = true)
  await readCells(file, part, workbook, limits, { onRow, isDone: () => isFound })
  return isFound
}

/** Writes the rows to a CSV file; returns the length of the longest row in characters. */
async function writeRows(
  file: XlsxPackage,
  sheet: WorkbookSheet,
  workbook: Workbook,
  summary: SheetSummary,
  path: string,
  limits: XlsxLimits,
): Promise<number> {
  const positions = new Map(summary.columns.map(({ column }, index) => [column, index]))
  const output = createPlainCsv(path)
  let longest = 0
  // The last column is the row's number in the sheet.
  output.write([...summary.columns, null].map((_, index) => columnAlias(index)))
  await readCells(file, sheet.part, workbook, limits, {
    onRow: ({ number, cells }) => {
      if (number < summary.firstRow) return
      const values = new Array<string | null>(summary.columns.length).fill(null)
      let length = values.length + 20
      for (const { column, kind, text } of cells) {
        const position = positions.get(column)
        if (position === undefined || kind === 'error' || kind === 'uncalculated') continue
        values[position] = text
        // Quotes are doubled.
        length += text.length * 2 + 2
      }
      longest = Math.max(longest, length)
      output.write([...values, String(number)])
    },
    afterPiece: () => output.flush(),
  })
  await output.close()
  return longest
}

function sheetNotes({ sheets }: Workbook, sheet: WorkbookSheet): readonly ImportNote[] {
  return sheets.length === 1 ? [] : [{ message: `Of ${sheets.length} sheets “${sheet.name}” was read.` }]
}

/** Returns SQL for the values of a column. */
function cellsSql({ databaseType, hasMarks }: SheetColumn, alias: string): string {
  if (databaseType === 'VARCHAR') return alias
  const cast = `CAST(${alias} AS ${databaseType})`
  return hasMarks
    ? `CASE WHEN regexp_full_match(lower(trim(${alias})), '${missingMarkPattern}') THEN NULL ELSE ${cast} END`
    : cast
}

async function doubtfulSheetColumns(
  connection: DuckDBConnection,
  from: string,
  { columns }: SheetSummary,
  names: readonly string[],
  texts: ReadonlyMap<number, TextReading>,
): Promise<readonly DoubtfulColumn[]> {
  const candidates = columns.flatMap(({ mixedNotes }, index) =>
    mixedNotes === null && texts.get(index)?.maybeDates !== true
      ? []
      : [{ index, name: mustAt(names, index), text: columnAlias(index) }],
  )
  const found = await findDoubtfulColumns(connection, from, candidates)
  // Digits that the sheet stores as text are text on purpose.
  return found.flatMap(([{ index }, doubtful]) => (texts.has(index) && doubtful.wanted === 'numbers' ? [] : [doubtful]))
}

function columnNotes(notes: readonly SheetNote[], name: string): readonly ImportNote[] {
  return notes.flatMap((note) => noteOf(note, name))
}
