import type { DuckDBConnection } from '@duckdb/node-api'
import { cutText } from '@tidemark/shared/base/plain-text'
import type { ImportNote } from '@tidemark/shared/datasets/dataset'
import type { TextEncodingName } from '@tidemark/shared/datasets/text-encoding'
import { quoteText } from '@/server/engine/sql/sql-quoting'
import { readAmountColumns } from '../types/amount-columns'
import { gatherEvidence } from '../types/column-evidence'
import { nameColumns, numberedNote } from '../types/column-names'
import {
  datesEither,
  marksOf,
  noteOf,
  numberClasses,
  numbersEither,
  readColumnAs,
  type ColumnEvidence,
  type ColumnReading,
  hasDecimalPoints,
  hasDotDates,
  isAmountColumn,
  isCommaColumn,
  type Commas,
} from '../types/column-type'
import { detectLayout, type CsvLayout, type Delimiter, type SampleRecord } from './csv-delimiter'
import { isBlank } from './csv-preamble'
import type { CsvValue } from './csv-scanner'
import { csvRow, readCsvTable, type CsvTable } from './csv-table'
import { doubtfulColumn } from '../types/doubtful-columns'
import { noEvidence } from '../types/plain-evidence'
import { fixedWidthNote, haveGutter } from './fixed-width'
import { groupedNote } from './grouped-names'
import type { ImportJob } from '../import-job'
import { mustAt, readRows, type PreparedSource } from '../import-source'
import { earlierColumnFinder } from '../types/earlier-columns'
import { columnAlias } from './plain-csv'
import { encodingNotes, detectEncoding } from '../text/detect-encoding'
import { readText } from '../text/text-file'
import { valueClassSql } from '../types/value-class'

const sampleLength = 256 * 1024

/**
 * Prepares a CSV or TSV file: detects encoding, delimiter and header, checks the width of every record, and decides
 * every column's type from the whole file. Fails with `upload-empty`, or with `upload-unreadable` and the row.
 */
export async function prepareCsv(job: ImportJob, connection: DuckDBConnection): Promise<PreparedSource> {
  const found = await detectEncoding(job.sourcePath, job.encoding)
  const encoding = found.name
  const { layout, isSpaced } = await sampleLayout(job, encoding)
  const { delimiter, hasHeader } = layout
  const isUtf8 = encoding === 'utf-8' && found.unreadableCount === 0
  const table = await readCsvTable({ ...layout, path: job.sourcePath, encoding, isUtf8 }, job)
  const { width, from, firstRecord, widenedCount } = table
  const given = Array.from({ length: width }, (_, index) =>
    hasHeader ? (layout.groupedNames?.[index] ?? firstRecord[index] ?? null) : null,
  )
  const { names, notes } = nameColumns(given)
  const texts = names.map((_, index) => columnAlias(index))
  const evidence = job.isUntyped === true ? texts.map(() => noEvidence) : await gatherEvidence(connection, from, texts)
  const commas = await commasOf(connection, from, texts, { delimiter, evidence })
  const marks = marksOf(commas, evidence)
  const findKnown = earlierColumnFinder(job.knownColumns)
  const marksAt = names.map((name) => ({ ...marks, dateOrder: findKnown(name)?.dateOrder }))
  const amounts = await readAmountColumns(connection, from, texts, { evidence, marks })
  const readings = evidence.map((column, index) => amounts.get(index) ?? readColumnAs(column, mustAt(marksAt, index)))
  const kept = job.isUntyped === true ? [...given.keys()] : keptColumns(given, evidence)
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
      const reading = mustAt(readings, position)
      const { cast, isText, sign, dateOrder } = reading
      const { valueCount, markerCount } = mustAt(evidence, position)
      const name = mustAt(names, position)
      return {
        name,
        expression: cast(columnAlias(position)),
        text: columnAlias(position),
        expectedValueCount: isText ? null : valueCount - markerCount,
        sign,
        dateOrder,
        notes: noteOf(reading, name),
      }
    }),
    notes: [
      ...encodingNotes(found),
      ...fileNotes(layout, job.hasHeader, table.leftOut),
      ...(isSpaced && width === 1 ? [fixedWidthNote] : []),
      ...(hasHeader ? notes.filter(({ column }) => column === undefined || keptNames.has(column)) : []),
      ...emptyColumnNotes(names.length - kept.length),
      ...(widenedCount > 0 ? [widenedNote(widenedCount, width - firstRecord.length)] : []),
    ],
    expectedRowCount: table.rowCount,
    doubts: {
      unread: table.unread,
      columns: doubtful.filter((column) => column !== null),
      textNotes: await almostNotes(connection, table.numbered, names, readings),
      choices: ['leave-out', 'as-text'],
      from: table.numbered,
      row: csvRow,
      line: table.line,
      rowText: recordSql(texts, delimiter),
    },
  }
}

/** Returns the columns that have a name or a value; all of them if none has. */
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

/** Detects the layout. isSpaced: the file has no delimiters, but spaces seem to separate columns. */
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

/** Returns the lines that contain text. The last line is dropped if the sample may have cut it. */
function linesOf(sample: string, isWhole: boolean): readonly string[] {
  const lines = sample.split(/\r\n?|\n/)
  return (isWhole ? lines : lines.slice(0, -1)).filter((line) => line.trim() !== '')
}

/** Returns SQL for a record as it would be written in a CSV file. */
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
  { head, groupedNames: grouped, headLines, hasHeader }: CsvLayout,
  chosen: boolean | null,
  { blankLineCount, emptyRecordCount, emptyEndCount }: CsvTable['leftOut'],
): readonly ImportNote[] {
  const notes: ImportNote[] = []
  const title = head.find(({ values }) => !isBlank(values))
  if (title !== undefined) notes.push(headNote(head, title))
  if (grouped !== null) notes.push(groupedNote(grouped, headLines))
  if (!hasHeader) notes.push({ message: numberedNote(chosen), row: 1 })
  if (blankLineCount > 0) {
    notes.push({
      message: blankLineCount === 1 ? '1 blank line was left out.' : `${blankLineCount} blank lines were left out.`,
    })
  }
  if (emptyRecordCount > 0) {
    notes.push({
      message:
        emptyRecordCount === 1
          ? '1 row that holds nothing but separators was left out.'
          : `${emptyRecordCount} rows that hold nothing but separators were left out.`,
    })
  }
  if (emptyEndCount > 0) {
    notes.push({
      message:
        emptyEndCount === 1
          ? '1 row ends with separators that nothing follows; they were left out.'
          : `${emptyEndCount} rows end with separators that nothing follows; they were left out.`,
    })
  }
  return notes
}

function headNote(head: readonly SampleRecord[], { line, values }: SampleRecord): ImportNote {
  const all = values.flatMap((value) => value?.trim() || []).join(', ')
  const text = cutText(all.replace(/\s+/g, ' '), 40)
  const message =
    head.length === 1
      ? `Line ${line} (“${text}”) is above the table and was left out.`
      : `${head.length} lines, the first of them “${text}”, are above the table and were left out.`
  return { message, row: line }
}

/** Returns notes that explain why columns that are almost numbers or dates stay text. */
async function almostNotes(
  connection: DuckDBConnection,
  numbered: string,
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
      `SELECT CAST(n AS DOUBLE), left(v, 40) FROM (SELECT ${csvRow} AS n, ${alias} AS v, ${valueClassSql(alias)} AS k FROM ${numbered})
       WHERE k <> 0 AND (k & ${almost}) = 0 ORDER BY n LIMIT 1`,
    )
    const rowNumber = Number(row?.[0])
    const kind = almost === numberClasses ? 'numbers' : 'dates'
    notes.push({
      message: `${column} has ${kind} and other values, the first “${String(row?.[1])}” in row ${rowNumber}, and was kept as text.`,
      row: rowNumber,
      column,
      couldBe: [...(almost === numberClasses ? numbersEither : datesEither)],
    })
  }
  return notes
}

/**
 * Determines what commas in the numbers of a CSV file mean. A file separated by semicolons uses them because its commas
 * are decimal. A file separated by commas quotes numbers whose commas group thousands, unless a spreadsheet in a
 * country with decimal commas wrote it. Other files may use either. Scans `from` once more if this is in question.
 */
async function commasOf(
  connection: DuckDBConnection,
  from: string,
  texts: readonly string[],
  { delimiter, evidence }: { readonly delimiter: string; readonly evidence: readonly ColumnEvidence[] },
): Promise<Commas> {
  if (delimiter !== ',') return delimiter === ';' ? 'decimal' : 'either'
  if (evidence.some(hasDecimalPoints)) return 'grouping'
  const plain = evidence.some(hasDotDates) ? anyDecimal : plainDecimal
  const questions = evidence.flatMap((column, index) => {
    const text = mustAt(texts, index)
    if (isCommaColumn(column)) return [decimalSql(text, plain)]
    return isAmountColumn(column) ? [decimalSql(text, signedDecimal)] : []
  })
  if (questions.length === 0) return 'grouping'
  const [answers = []] = await readRows(connection, `SELECT ${questions.flat().join(', ')} FROM ${from}`)
  const hasCommas = answers.some((answer, index) => index % 2 === 0 && answer === true)
  const hasPoints = answers.some((answer, index) => index % 2 === 1 && answer === true)
  return hasCommas && !hasPoints ? 'decimal' : 'grouping'
}

/** Matches `-1,5`, `0,25`, `3,05`, `1234,5` and `1.250,75`, but not `12,34`, which may be two numbers. */
const plainDecimal = '-[0-9.]+,[0-9]+|0,[0-9]{2,}|[0-9]+,0[0-9]+|[0-9]{4,},[0-9]{1,2}|[0-9]{1,3}([.][0-9]{3})+,[0-9]+'
/** Matches any decimal comma: a file with dates such as 31.12.2024 also writes decimal commas. */
const anyDecimal = '.*,.*'
/**
 * Matches `12,5 %`, since a sign belongs to one number. Does not match `(3,4)`, which may be a point, or `₹1,23,456`,
 * which groups thousands as in India.
 */
const signedDecimal = '[^(,]*[0-9],([0-9]{1,2}|[0-9]{4,})([^0-9,][^,]*)?'
const pointDecimal = '.*[.][0-9]{1,2}([^0-9].*)?'

/** Returns two conditions: that the text values `v` have decimal commas, and that they have decimal points. */
function decimalSql(v: string, comma: string): readonly string[] {
  return [comma, pointDecimal].map((pattern) => `coalesce(bool_or(regexp_full_match(trim(${v}), '${pattern}')), false)`)
}
