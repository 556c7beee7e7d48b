import { join } from 'node:path'
import type { TextEncodingName } from '@tidemark/shared/datasets/text-encoding'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { ImportJob } from '../import-job'
import { readText } from '../text/text-file'
import { mustHaveRoomFor } from '../types/column-limit'
import type { CsvLayout } from './csv-delimiter'
import { CsvScanner, type CsvSummary, type CsvValue, type RecordPlace } from './csv-scanner'
import { fixedWidthError, isFixedWidth } from './fixed-width'
import { columnAlias, createPlainCsv, mostBytes, readCsvSql } from './plain-csv'
import { readRegularCsv } from './regular-csv'
import {
  collectUnreadRows,
  isMostlyBad,
  noUnreadRows,
  unreadPath,
  unreadRowError,
  type UnreadRows,
} from './unread-rows'

/** A CSV file with its encoding and layout. isUtf8: the whole file is valid UTF-8. */
export interface CsvFile extends CsvLayout {
  readonly path: string
  readonly encoding: TextEncodingName
  readonly isUtf8: boolean
}

/** The records of a file, all equally wide, as a SQL table expression. */
export interface CsvTable {
  readonly width: number
  readonly firstRecord: readonly CsvValue[]
  /** The number of rows without those that could not be read. */
  readonly rowCount: number
  readonly from: string
  /** The same table with each row's number in `csvRow`. */
  readonly numbered: string
  /** SQL for the line of a numbered row, or NULL. */
  readonly line: string
  readonly leftOut: Pick<CsvSummary, 'blankLineCount' | 'emptyRecordCount' | 'emptyEndCount'>
  readonly unread: UnreadRows
  /** The number of rows of another width that were padded or that added columns. */
  readonly widenedCount: number
}

export const csvRow = 'file_row'
const lineName = 'file_line'

/**
 * Lets the engine read the file directly if its format allows, else rewrites it in one pass. Fails with `upload-empty`,
 * or with `upload-unreadable` and the row.
 */
export async function readCsvTable(file: CsvFile, job: ImportJob): Promise<CsvTable> {
  const width = file.firstRecord.length
  if (!file.isUtf8 || file.headLength > 0 || width === 0) return rewriteCsv(file, job)
  mustHaveRoomFor(width)
  const regular = await readRegularCsv(file.path, file.delimiter, width)
  if (regular === null) return rewriteCsv(file, job)
  const { path, delimiter, hasHeader, firstRecord } = file
  const headerCount = hasHeader ? 1 : 0
  const from = readCsvSql({ path, delimiter, width, hasHeader, longestBytes: regular.longestBytes })
  return {
    width,
    firstRecord,
    rowCount: regular.recordCount - headerCount,
    from,
    numbered: `(SELECT *, row_number() OVER () + ${headerCount} AS ${csvRow} FROM ${from})`,
    line: regular.isAligned ? csvRow : 'CAST(NULL AS BIGINT)',
    leftOut: { blankLineCount: regular.blankLineCount, emptyRecordCount: 0, emptyEndCount: 0 },
    unread: noUnreadRows,
    widenedCount: 0,
  }
}

/** The rewritten file has two additional columns at its end: the row's number and its line. */
const placeColumns = 2

/**
 * Writes the records in UTF-8 with commas, all values quoted and uniform line ends, each with its row number and line.
 * Records of another width become unread rows, unless they are to be read as text: then all are padded to the widest,
 * which takes another pass to find.
 */
async function rewriteCsv(file: CsvFile, job: ImportJob): Promise<CsvTable> {
  const isWidened = job.badRows === 'as-text'
  const widest = isWidened ? await widestRecord(file) : 0
  const path = join(job.workFolder, 'plain.csv')
  const output = createPlainCsv(path)
  const bad = collectUnreadRows(isWidened ? null : unreadPath(job.workFolder))
  let width = 0
  const write = (values: readonly CsvValue[], { row, line }: RecordPlace) => {
    if (width === 0) width = Math.max(values.length, widest)
    const filled = Array.from({ length: width }, (_, index) => values[index] ?? null)
    output.write([...filled, String(row), String(line)])
  }
  const scanner = new CsvScanner(file.delimiter, {
    linesBefore: file.headLines,
    onRecord: write,
    onBad: (record) => {
      const { row, line, problem, text } = record
      if (isWidened) write(record.values, record)
      bad.add({ row, line, reason: problem, text })
    },
  })
  for await (const text of readRecords(file)) {
    scanner.push(text)
    await output.flush()
    await bad.flush()
  }
  const summary = scanner.end()
  await output.close()
  const badRecords = await bad.close()
  if (summary.recordCount === 0) throw new TidemarkError('upload-empty')
  const recordCount = summary.recordCount - (file.hasHeader ? 1 : 0)
  const [firstBad] = badRecords.first
  if (firstBad !== undefined && isMostlyBad(badRecords.count, recordCount))
    throw isFixedWidth(summary.firstRecord, badRecords.first) ? fixedWidthError() : unreadRowError(firstBad)
  mustHaveRoomFor(width)
  const unread = isWidened ? noUnreadRows : badRecords
  const from = readCsvSql({
    path,
    delimiter: ',',
    width: width + placeColumns,
    hasHeader: file.hasHeader,
    longestBytes: mostBytes(summary.longestRecord + width * 3 + 50),
  })
  const [row, line] = [columnAlias(width), columnAlias(width + 1)]
  return {
    width,
    firstRecord: summary.firstRecord,
    rowCount: recordCount - unread.count,
    from,
    numbered: `(SELECT *, CAST(${row} AS BIGINT) AS ${csvRow}, CAST(${line} AS BIGINT) AS ${lineName} FROM ${from})`,
    line: lineName,
    leftOut: summary,
    unread,
    widenedCount: isWidened ? badRecords.count : 0,
  }
}

async function widestRecord(file: CsvFile): Promise<number> {
  const scanner = new CsvScanner(file.delimiter, { onBad: () => undefined })
  for await (const text of readRecords(file)) scanner.push(text)
  return scanner.end().widest
}

async function* readRecords({ path, encoding, headLength }: CsvFile): AsyncGenerator<string> {
  let left = headLength
  for await (const text of readText(path, encoding)) {
    yield text.slice(left)
    left = Math.max(0, left - text.length)
  }
}
