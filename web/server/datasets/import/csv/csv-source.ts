import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { cutText } from '@tidemark/shared/base/plain-text'
import type { ImportNote } from '@tidemark/shared/datasets/dataset'
import type { TextEncodingName } from '@tidemark/shared/datasets/text-encoding'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { quoteText } from '@/server/engine/sql/sql-quoting'
import { readAmountColumns } from '../types/amount-columns'
import { gatherEvidence } from '../types/column-evidence'
import { mustHaveRoomFor } from '../types/column-limit'
import { nameColumns, numberedNote } from '../types/column-names'
import {
  marksOf,
  noteOf,
  numberClasses,
  readColumnAs,
  type ColumnEvidence,
  type ColumnReading,
} from '../types/column-type'
import { detectLayout, type CsvLayout, type Delimiter, type SampleRecord } from './csv-delimiter'
import { isBlank } from './csv-preamble'
import { CsvScanner, type CsvSummary, type CsvValue, type RecordPlace } from './csv-scanner'
import { commasOf } from './decimal-commas'
import { doubtfulColumn } from '../types/doubtful-columns'
import { fixedWidthError, fixedWidthNote, haveGutter, isFixedWidth } from './fixed-width'
import { groupedNote } from './grouped-names'
import type { ImportJob } from '../import-job'
import { mustAt, readRows, type PreparedSource } from '../import-source'
import { knownColumnFinder } from '../types/known-columns'
import { columnAlias, createPlainCsv, readCsvSql } from './plain-csv'
import { encodingNotes, detectEncoding } from '../text/detect-encoding'
import { readText } from '../text/text-file'
import { collectUnreadRows, isMostlyBad, noUnreadRows, unreadPath, unreadRowError } from './unread-rows'
import { valueClassSql } from '../types/value-class'

const sampleLength = 256 * 1024

/**
 * Prepares a CSV or TSV file: encoding, delimiter and header found, every record's width checked, every column's type
 * decided over the whole file. Fails with `upload-empty`, or `upload-unreadable` and the row.
 */
export async function prepareCsv(job: ImportJob, connection: DuckDBConnection): Promise<PreparedSource> {
  const found = await detectEncoding(job.sourcePath, job.encoding)
  const encoding = found.name
  const { layout, isSpaced } = await sampleLayout(job, encoding)
  const { delimiter, headLength, hasHeader } = layout
  const file = { ...layout, path: job.sourcePath, encoding }
  const { summary, badRecords } = await scanCsv(file)
  if (summary.recordCount === 0) throw new TidemarkError('upload-empty')
  const headerCount = hasHeader ? 1 : 0
  const [firstBad] = badRecords.first
  if (firstBad !== undefined && isMostlyBad(badRecords.count, summary.recordCount - headerCount))
    throw isFixedWidth(summary.firstRecord, badRecords.first) ? fixedWidthError() : unreadRowError(firstBad)
  const isWidened = job.badRows === 'as-text' && badRecords.count > 0
  const width = Math.max(summary.firstRecord.length, isWidened ? summary.widest : 0)
  mustHaveRoomFor(width)
  const given = Array.from({ length: width }, (_, index) =>
    hasHeader ? (layout.groupedNames?.[index] ?? summary.firstRecord[index] ?? null) : null,
  )
  const { names, notes } = nameColumns(given)
  const isUtf8 = encoding === 'utf-8' && found.unreadableCount === 0
  const isPlain = isUtf8 && headLength === 0 && summary.isRegular && badRecords.count === 0
  const rewritten = join(job.workFolder, 'plain.csv')
  const unread = isPlain || isWidened ? noUnreadRows : badRecords
  if (!isPlain) await rewriteCsv(file, { path: rewritten, width, isWidened, job })
  const from = isPlain
    ? readCsvSql({ path: job.sourcePath, delimiter, width, hasHeader, longestRecord: summary.longestRecord })
    : readCsvSql({
        path: rewritten,
        delimiter: ',',
        width: width + placeColumns,
        hasHeader,
        longestRecord: summary.longestRecord + width * 3 + 50,
      })
  const placed = isPlain
    ? `(SELECT *, ${rowName} AS ${lineName} FROM (SELECT *, row_number() OVER () + ${headerCount} AS ${rowName} FROM ${from}))`
    : `(SELECT *, CAST(${columnAlias(width)} AS BIGINT) AS ${rowName}, CAST(${columnAlias(width + 1)} AS BIGINT) AS ${lineName} FROM ${from})`
  const texts = names.map((_, index) => columnAlias(index))
  const evidence = await gatherEvidence(connection, from, texts)
  const commas = await commasOf(connection, from, texts, { delimiter, evidence })
  const marks = marksOf(commas, evidence)
  const findKnown = knownColumnFinder(job.knownColumns)
  const marksAt = names.map((name) => ({ ...marks, dateOrder: findKnown(name)?.dateOrder }))
  const amounts = await readAmountColumns(connection, from, texts, { evidence, marks })
  const readings = evidence.map((column, index) => amounts.get(index) ?? readColumnAs(column, mustAt(marksAt, index)))
  const kept = keptColumns(given, evidence)
  const doubtful = kept.map((position, index) =>
    doubtfulColumn(
      { index, name: mustAt(names, position), text: columnAlias(position) },
      mustAt(evidence, position),
      mustAt(readings, position),
      mustAt(marksAt, position),
    ),
  )
  const keptNames = new Set(kept.map((position) => mustAt(names, position)))
  return {
    from,
    encoding: { name: encoding, isChosen: found.how === 'chosen' },
    header: { isPresent: hasHeader, isChosen: job.hasHeader !== null },
    columns: kept.map((position) => {
      const { cast, isText, sign, dateOrder, note } = mustAt(readings, position)
      const { valueCount, markerCount } = mustAt(evidence, position)
      const name = mustAt(names, position)
      return {
        name,
        expression: cast(columnAlias(position)),
        text: columnAlias(position),
        expectedValueCount: isText ? null : valueCount - markerCount,
        sign,
        dateOrder,
        notes: noteOf(note, name),
      }
    }),
    notes: [
      ...encodingNotes(found),
      ...fileNotes(file, job.hasHeader, summary),
      ...(isSpaced && width === 1 ? [fixedWidthNote] : []),
      ...(hasHeader ? notes.filter(({ column }) => column === undefined || keptNames.has(column)) : []),
      ...emptyColumnNotes(names.length - kept.length),
      ...(isWidened ? [widenedNote(badRecords.count, width - summary.firstRecord.length)] : []),
    ],
    expectedRowCount: summary.recordCount - headerCount - unread.count,
    doubts: {
      unread,
      columns: doubtful.filter((column) => column !== null),
      textNotes: await almostNotes(connection, placed, names, readings),
      choices: ['leave-out', 'as-text'],
      from: placed,
      row: rowName,
      line: isPlain && !summary.isAligned ? 'CAST(NULL AS BIGINT)' : lineName,
      rowText: recordSql(texts, delimiter),
    },
  }
}

/** Those that have a name or a value; all of them where none has. */
function keptColumns(given: readonly CsvValue[], evidence: readonly ColumnEvidence[]): readonly number[] {
  const kept = given.flatMap((name, index) =>
    (name ?? '').trim() === '' && mustAt(evidence, index).valueCount === 0 ? [] : [index],
  )
  return kept.length === 0 ? given.map((_, index) => index) : kept
}

function emptyColumnNotes(count: number): readonly ImportNote[] {
  if (count === 0) return []
  const what =
    count === 1
      ? '1 column that has neither a name nor values was'
      : `${count} columns that have neither a name nor values were`
  return [{ message: `${what} left out.` }]
}

/** Two columns of the rewritten file, behind its own: the row's number and its line. */
const placeColumns = 2
const rowName = 'file_row'
const lineName = 'file_line'

/** isSpaced: spaces set apart what is one column without separators. */
async function sampleLayout(
  job: ImportJob,
  encoding: TextEncodingName,
): Promise<{ readonly layout: CsvLayout; readonly isSpaced: boolean }> {
  let sample = ''
  let isWhole = true
  for await (const text of readText(job.sourcePath, encoding)) {
    sample += text
    if (sample.length > sampleLength) {
      isWhole = false
      break
    }
  }
  sample = sample.slice(0, sampleLength)
  const layout = detectLayout(sample, isWhole, job.format === 'tsv' ? '\t' : ',', job.hasHeader)
  return { layout, isSpaced: !sample.includes(layout.delimiter) && haveGutter(linesOf(sample, isWhole)) }
}

/** Those that have text. The last one of a part of a file may be cut. */
function linesOf(sample: string, isWhole: boolean): readonly string[] {
  const lines = sample.split(/\r\n?|\n/)
  return (isWhole ? lines : lines.slice(0, -1)).filter((line) => line.trim() !== '')
}

interface CsvFile extends CsvLayout {
  readonly path: string
  readonly encoding: TextEncodingName
}

async function* readRecords({ path, encoding, headLength }: CsvFile): AsyncGenerator<string> {
  let left = headLength
  for await (const text of readText(path, encoding)) {
    yield text.slice(left)
    left = Math.max(0, left - text.length)
  }
}

async function scanCsv(file: CsvFile) {
  const badRecords = collectUnreadRows(null)
  const scanner = new CsvScanner(file.delimiter, {
    linesBefore: file.headLines,
    onBad: ({ row, line, problem, text }) => badRecords.add({ row, line, reason: problem, text }),
  })
  for await (const text of readRecords(file)) scanner.push(text)
  return { summary: scanner.end(), badRecords: await badRecords.close() }
}

/**
 * Writes the records in UTF-8 with commas, every value in quotes and one kind of line end, each with its number and line.
 * isWidened: those of another width too, filled up to `width`; else they go to the unread rows.
 */
async function rewriteCsv(
  file: CsvFile,
  { path: target, width, isWidened, job }: { path: string; width: number; isWidened: boolean; job: ImportJob },
): Promise<void> {
  const output = createPlainCsv(target)
  const unread = collectUnreadRows(unreadPath(job.workFolder))
  const write = (values: readonly CsvValue[], { row, line }: RecordPlace) => {
    const filled = Array.from({ length: width }, (_, index) => values[index] ?? null)
    output.write([...filled, String(row), String(line)])
  }
  const scanner = new CsvScanner(file.delimiter, {
    linesBefore: file.headLines,
    onRecord: write,
    onBad: (record) => {
      if (isWidened) write(record.values, record)
      else unread.add({ row: record.row, line: record.line, reason: record.problem, text: record.text })
    },
  })
  for await (const text of readRecords(file)) {
    scanner.push(text)
    await output.flush()
    await unread.flush()
  }
  scanner.end()
  await output.close()
  await unread.close()
}

/** The record as a CSV file has it. */
function recordSql(texts: readonly string[], delimiter: Delimiter): string {
  const values = texts.map(
    (text) =>
      `CASE WHEN regexp_matches(${text}, '["\\r\\n${delimiter}]') THEN concat('"', replace(${text}, '"', '""'), '"') ELSE coalesce(${text}, '') END`,
  )
  return `concat_ws(${quoteText(delimiter)}, ${values.join(', ')})`
}

function widenedNote(count: number, added: number): ImportNote {
  const rows = count === 1 ? '1 row does not fit the header' : `${count} rows do not fit the header`
  const columns = added === 0 ? '' : `, and ${added === 1 ? '1 column was' : `${added} columns were`} added`
  return {
    message: `${rows}: what is missing in it is empty${columns}.`.replace('in it', count === 1 ? 'in it' : 'in them'),
  }
}

function fileNotes(
  { head, groupedNames: grouped, headLines, hasHeader }: CsvFile,
  chosen: boolean | null,
  summary: CsvSummary,
): readonly ImportNote[] {
  const notes: ImportNote[] = []
  const title = head.find(({ values }) => !isBlank(values))
  if (title !== undefined) notes.push(headNote(head, title))
  if (grouped !== null) notes.push(groupedNote(grouped, headLines))
  if (!hasHeader) notes.push({ message: numberedNote(chosen), row: 1 })
  if (summary.blankLineCount > 0) {
    notes.push({
      message:
        summary.blankLineCount === 1
          ? '1 blank line was left out.'
          : `${summary.blankLineCount} blank lines were left out.`,
    })
  }
  if (summary.emptyRecordCount > 0) {
    notes.push({
      message:
        summary.emptyRecordCount === 1
          ? '1 row that holds nothing but separators was left out.'
          : `${summary.emptyRecordCount} rows that hold nothing but separators were left out.`,
    })
  }
  if (summary.emptyEndCount > 0) {
    notes.push({
      message:
        summary.emptyEndCount === 1
          ? '1 row ends with separators that nothing follows; they were left out.'
          : `${summary.emptyEndCount} rows end with separators that nothing follows; they were left out.`,
    })
  }
  return notes
}

function headNote(head: readonly SampleRecord[], { line, values }: SampleRecord): ImportNote {
  const all = values.flatMap((value) => value?.trim() || []).join(', ')
  const text = cutText(all.replace(/\s+/g, ' '), 40)
  const message =
    head.length === 1
      ? `Line ${line} (“${text}”) stands above the table and was left out.`
      : `${head.length} lines, the first of them “${text}”, stand above the table and were left out.`
  return { message, row: line }
}

/** Why columns that are nearly numbers or dates stay text. */
async function almostNotes(
  connection: DuckDBConnection,
  placed: string,
  names: readonly string[],
  readings: readonly ColumnReading[],
): Promise<readonly ImportNote[]> {
  const notes: ImportNote[] = []
  for (const [index, { almost }] of readings.entries()) {
    if (almost === undefined) continue
    const column = mustAt(names, index)
    const alias = columnAlias(index)
    const [row] = await readRows(
      connection,
      `SELECT CAST(n AS DOUBLE), left(v, 40) FROM (SELECT ${rowName} AS n, ${alias} AS v, ${valueClassSql(alias)} AS k FROM ${placed})
       WHERE k <> 0 AND (k & ${almost}) = 0 ORDER BY n LIMIT 1`,
    )
    const rowNumber = Number(row?.[0])
    const kind = almost === numberClasses ? 'numbers' : 'dates'
    notes.push({
      message: `${column} has ${kind} and other values, the first “${String(row?.[1])}” in row ${rowNumber}, and was kept as text.`,
      row: rowNumber,
      column,
    })
  }
  return notes
}
