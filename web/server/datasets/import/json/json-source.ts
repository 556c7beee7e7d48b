import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { cutText } from '@tidemark/shared/base/plain-text'
import type { ImportNote } from '@tidemark/shared/datasets/dataset'
import type { TextEncodingName } from '@tidemark/shared/datasets/text-encoding'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { emptyWord } from '@tidemark/shared/query/value-words'
import type { ImportJob } from '../import-job'
import { readAmountColumns } from '../types/amount-columns'
import { gatherEvidence } from '../types/column-evidence'
import {
  marksOf,
  noteOf,
  plainMarks,
  readColumnAs,
  type ColumnEvidence,
  type ColumnReading,
  type Marks,
} from '../types/column-type'
import { findDoubtfulColumns } from '../types/doubtful-columns'
import { mustAt, readRows, type PreparedColumn, type PreparedSource, type DoubtfulColumn } from '../import-source'
import { JsonTokenizer, type JsonSummary, type JsonVisitor } from './json-tokenizer'
import { readWideNumbers, type WideReading } from './json-wide-numbers'
import { findRows, rowsNotes, writeRows } from './json-wrapper'
import { earlierColumnFinder } from '../types/earlier-columns'
import { mustAskForNoTable } from '../no-tables'
import { quoteName, quoteText } from '@/server/engine/sql/sql-quoting'
import { describeColumns, isNestedType, prepareColumns, type DescribedColumn } from '../types/table-columns'
import { detectEncoding } from '../text/detect-encoding'
import { createTextFile, readText } from '../text/text-file'
import { collectUnreadRows, isMostlyBad, noUnreadRows, unreadPath, type UnreadRows } from '../csv/unread-rows'

const maxObjectBytes = 64 * 1024 * 1024

/**
 * Prepares a JSON array of records, or records one after the other (NDJSON).
 * Fails with `upload-empty`, or `upload-unreadable` and the record, line and column.
 */
export async function prepareJson(job: ImportJob, connection: DuckDBConnection): Promise<PreparedSource> {
  const { name: encoding, how } = await detectEncoding(job.sourcePath, null)
  if (how !== 'certain') {
    throw new TidemarkError('upload-unreadable', {
      detail: 'JSON must be UTF-8 and this file is not.',
      hint: 'Save it as UTF-8 and drop it again.',
    })
  }
  const { file, notes: rowNotes } = await unwrapRows(job, await scanLines(job, encoding))
  const { summary, unread } = file
  if (summary.recordCount === 0) throw new TidemarkError('upload-empty', { detail: 'It holds no records.' })
  const isPlain = file.encoding === 'utf-8' && summary.longNumberCount === 0
  const path = isPlain ? file.path : join(job.workFolder, 'plain.json')
  if (!isPlain) await rewriteJson(file.path, file.encoding, path)
  const format = summary.shape === 'array' ? 'array' : 'unstructured'
  const readJson = (how: string) =>
    `read_json(${quoteText(path)}, format = '${format}', ${how}, maximum_object_size = ${maxObjectBytes}, ${asWritten})`
  const guessed = readJson('sample_size = -1')
  const found = await describeColumns(connection, guessed).catch((thrown: unknown) => {
    throw sameNameError(thrown) ?? thrown
  })
  const isDeclared = !found.some(isRenamed)
  const readAs = (columns: readonly DescribedColumn[]) =>
    isDeclared ? readJson(`columns = {${columns.map(declaration).join(', ')}}`) : guessed
  const fractions = found.filter(({ type }) => type === 'DOUBLE').map(({ name }) => name)
  const hasWide = isDeclared && summary.wideNumberCount > 0
  const mayBeWide = hasWide && fractions.length > 0
  const wide = mayBeWide
    ? await readWideNumbers(connection, readAs(asJson(found, (name) => fractions.includes(name))), fractions)
    : new Map<string, WideReading>()
  // Beside a fraction the engine makes doubles of whole numbers within values, too; JSON has them as they are written.
  const nested = hasWide ? found.filter(({ type }) => isNestedType(type) && type.includes('DOUBLE')) : []
  const isKeptAsJson = new Set([...wide.keys(), ...nested.map(({ name }) => name)])
  const given = asJson(found, (name) => isKeptAsJson.has(name))
  const from = readAs(given)
  const read = await readJsonColumns(connection, from, given, job.knownColumns)
  const readings = given.map(({ name }, index): JsonReading | null => wide.get(name) ?? read[index] ?? null)
  const { columns, notes } = prepareColumns(
    given,
    readings.map((reading) => reading?.expression ?? null),
  )
  const prepared = columns.map((column, index): PreparedColumn => {
    const { name, type } = mustAt(given, index)
    const { amounts, dateOrder, note, text = type === 'VARCHAR' ? quoteName(name) : null } = readings[index] ?? {}
    return { ...column, ...(text === null ? {} : { text }), ...amounts, dateOrder, notes: noteOf(note, name) }
  })
  const mixed = given.flatMap(({ name }, index) => (readings[index]?.isMixed === true ? [name] : []))
  return {
    from,
    columns: prepared,
    notes: [...rowNotes, ...notes, ...longNumberNotes(summary.longNumberCount)],
    expectedRowCount: summary.recordCount,
    doubts: {
      unread,
      // Lines that were left out would be missing in the count of rows.
      columns: unread.count > 0 ? [] : await doubtfulJsonColumns(connection, from, given, columns, mixed),
      textNotes: [],
      choices: unread.count > 0 ? ['leave-out'] : ['leave-out', 'as-text'],
      from: `(SELECT *, row_number() OVER () AS ${rowName} FROM ${from})`,
      row: rowName,
      line: summary.shape === 'values' && summary.isAligned ? rowName : 'CAST(NULL AS BIGINT)',
      rowText: recordSql(given),
    },
  }
}

/** The engine's names of members know no letter case. Its own words advise on options that nobody here has. */
function sameNameError(thrown: unknown): TidemarkError | null {
  const [, name] = /Duplicate name "(.*)" in struct/.exec(thrown instanceof Error ? thrown.message : '') ?? []
  if (name === undefined) return null
  return new TidemarkError('upload-unreadable', {
    detail: `Objects within its records have names that differ only in letter case, as of “${cutText(name, 40)}”.`,
    hint: 'Give them one name, or different ones, and drop the file again.',
    cause: thrown,
  })
}

const rowName = '__file_row'
/** The engine would take 03-04-2024 for one of two days, and write times without their zone: texts are what they are. */
const asWritten = `dateformat = '\u0001%Y', timestampformat = '\u0001%Y'`
const momentTypes = new Set(['DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMPTZ'])

interface JsonFile {
  readonly path: string
  readonly encoding: TextEncodingName
  readonly summary: JsonSummary
  readonly unread: UnreadRows
}

/** Checks the text. Lines of NDJSON that are no JSON are unread rows, where that is asked for and most of them can be read. */
async function scanLines(job: ImportJob, encoding: TextEncodingName): Promise<JsonFile> {
  try {
    const summary = await scanJson(job.sourcePath, encoding)
    return { path: job.sourcePath, encoding, summary, unread: noUnreadRows }
  } catch (thrown) {
    if (job.format !== 'ndjson' || job.badRows === 'as-text') throw thrown
    const path = join(job.workFolder, 'lines.json')
    const { lineCount, unread } = await separateLines(job, encoding, path)
    if (unread.count === 0 || isMostlyBad(unread.count, lineCount)) throw thrown
    return { path, encoding: 'utf-8', summary: await scanJson(path, 'utf-8'), unread }
  }
}

/** Takes rows out of what is around them, where that is one object or a list of lists. */
async function unwrapRows(
  job: ImportJob,
  file: JsonFile,
): Promise<{ readonly file: JsonFile; readonly notes: readonly ImportNote[] }> {
  const { shape, recordCount, listCount } = file.summary
  const isWrapped = shape === 'values' ? recordCount === 1 : recordCount > 0 && listCount === recordCount
  const rows = job.format === 'json' && isWrapped ? await findRows(file.path, file.encoding, job.table) : null
  if (rows === null) {
    mustAskForNoTable(job)
    return { file, notes: [] }
  }
  const path = join(job.workFolder, 'rows.json')
  await writeRows(file.path, file.encoding, rows, path)
  const summary = await scanJson(path, 'utf-8')
  return {
    file: { path, encoding: 'utf-8', summary: { ...summary, isAligned: false }, unread: file.unread },
    notes: rowsNotes(rows),
  }
}

/** Writes the lines that are JSON; the others go to the unread rows. */
async function separateLines(job: ImportJob, encoding: TextEncodingName, target: string) {
  const output = createTextFile(target)
  const unread = collectUnreadRows(unreadPath(job.workFolder))
  let rest = ''
  let line = 0
  let lineCount = 0
  const take = (text: string) => {
    line += 1
    if (text.trim() === '') return
    lineCount += 1
    const problem = problemOf(text)
    if (problem === null) output.write(`${text}\n`)
    else unread.add({ row: lineCount, line, reason: problem, text })
  }
  for await (const piece of readText(job.sourcePath, encoding)) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > maxObjectBytes)
      throw new TidemarkError('upload-unreadable', { detail: `Line ${line + 1} is longer than 64 MB.` })
    for (const text of lines) take(text)
    await output.flush()
    await unread.flush()
  }
  take(rest)
  await output.close()
  return { lineCount, unread: await unread.close() }
}

/** The fault of a line, in the words for whole files; null if it is one record. */
function problemOf(text: string): string | null {
  const tokenizer = new JsonTokenizer()
  try {
    tokenizer.push(text)
    const { recordCount, shape } = tokenizer.end()
    return recordCount === 1 && shape === 'values' ? null : 'is not one record'
  } catch (thrown) {
    if (!(thrown instanceof TidemarkError)) throw thrown
    return (thrown.detail ?? '').replace(/^Record \d+ \(line \d+, column (\d+)\) (.*)\.$/, '$2 (column $1)')
  }
}

async function scanJson(path: string, encoding: TextEncodingName): Promise<JsonSummary> {
  const tokenizer = new JsonTokenizer()
  for await (const text of readText(path, encoding)) tokenizer.push(text)
  return tokenizer.end()
}

/** Writes the same JSON in UTF-8 with long numbers in quotes. */
async function rewriteJson(path: string, encoding: TextEncodingName, target: string): Promise<void> {
  const output = createTextFile(target)
  const copy: JsonVisitor = { isTaking: true, onBegin() {}, onEnd() {}, onText: output.write }
  const tokenizer = new JsonTokenizer(copy, { maxDepth: -1, quotesLongNumbers: true })
  for await (const text of readText(path, encoding)) {
    tokenizer.push(text)
    await output.flush()
  }
  tokenizer.end()
  await output.close()
}

function longNumberNotes(count: number): readonly ImportNote[] {
  if (count === 0) return []
  const what = count === 1 ? '1 number is longer or larger' : `${count} numbers are longer or larger`
  return [{ message: `${what} than a number type holds and stayed text.` }]
}

/** True if the engine may have made the name up, for none or for one that is there already: it finds no values by it then. */
function isRenamed({ name }: DescribedColumn): boolean {
  return /_\d+$|^C\d+$/.test(name)
}

/** Said to the engine, so that it need not look for the columns again in each scan. */
function declaration({ name, type }: DescribedColumn): string {
  return `${quoteText(name)}: ${quoteText(type)}`
}

/** The columns, some of them read as JSON whatever was found in them. */
function asJson(columns: readonly DescribedColumn[], isJson: (name: string) => boolean): readonly DescribedColumn[] {
  return columns.map((column) => (isJson(column.name) ? { ...column, type: 'JSON' } : column))
}

interface JsonReading {
  readonly expression: string
  /** SQL for its values as the file writes them; absent for those of texts, and where that is not kept. */
  readonly text?: string
  readonly isMixed: boolean
  readonly note?: string
  readonly dateOrder?: ColumnReading['dateOrder']
  /** The reading of texts that are amounts with a sign. */
  readonly amounts?: Pick<PreparedColumn, 'sign' | 'expectedValueCount'>
}

/**
 * JSON has one kind of number and mixes types freely; a column gets the narrowest type that keeps all its values. Null: as
 * declared. One scan, and another one for columns of texts.
 */
async function readJsonColumns(
  connection: DuckDBConnection,
  from: string,
  given: readonly DescribedColumn[],
  known: ImportJob['knownColumns'],
): Promise<readonly (JsonReading | null)[]> {
  const findKnown = earlierColumnFinder(known)
  const texts = given.flatMap(({ name, type }) => (type === 'VARCHAR' ? [quoteName(name)] : []))
  const evidence = await gatherEvidence(connection, from, texts)
  const amounts = await readAmountColumns(connection, from, texts, {
    evidence,
    // No separator says what commas are.
    marks: marksOf('either', evidence),
  })
  const asked = given.flatMap(({ name, type }) => {
    const sql = questionAbout(quoteName(name), type)
    return sql === null ? [] : [sql]
  })
  const [answers = []] = asked.length === 0 ? [] : await readRows(connection, `SELECT ${asked.join(', ')} FROM ${from}`)
  let textCount = 0
  let answerCount = 0
  return given.map(({ name, type }) => {
    const column = quoteName(name)
    if (type === 'VARCHAR') {
      const index = textCount++
      const marks = { ...plainMarks, dateOrder: findKnown(name)?.dateOrder }
      return readTexts(column, mustAt(evidence, index), marks, amounts.get(index))
    }
    if (questionAbout(column, type) === null) return null
    const answer = answers[answerCount++]
    if (type !== 'JSON') return { expression: `CAST(${column} AS ${String(answer)})`, isMixed: false }
    if (answer === 'nested') return null
    if (answer === 'whole') return { expression: `CAST(${column} ->> '$' AS DECIMAL(38,0))`, isMixed: false }
    return { expression: `${column} ->> '$'`, isMixed: true }
  })
}

/** SQL for what must be known of all values of a column that is no text; null for nothing. */
function questionAbout(column: string, type: string): string | null {
  if (type === 'BIGINT' || type === 'HUGEINT') {
    const within = (least: string, most: string) => `min(${column}) >= ${least} AND max(${column}) <= ${most}`
    return `CASE WHEN ${within('-2147483648', '2147483647')} THEN 'INTEGER' WHEN ${within('-9223372036854775808', '9223372036854775807')} THEN 'BIGINT' ELSE 'DECIMAL(38,0)' END`
  }
  if (type !== 'JSON') return null
  const kind = `json_type(${column})`
  return `CASE WHEN bool_or(${kind} IN ('OBJECT', 'ARRAY')) THEN 'nested' WHEN bool_and(${kind} IN ('BIGINT', 'UBIGINT', 'NULL')) THEN 'whole' ELSE 'mixed' END`
}

/**
 * Texts are dates and times where all of them are, and numbers where each has the same sign, for which JSON has no other way;
 * digits alone are text on purpose.
 */
function readTexts(
  column: string,
  evidence: ColumnEvidence,
  marks: Marks,
  amount: ColumnReading | undefined,
): JsonReading {
  if (amount?.sign !== undefined) {
    const expectedValueCount = evidence.valueCount - evidence.markerCount
    return {
      expression: amount.cast(column),
      isMixed: false,
      amounts: { sign: amount.sign, expectedValueCount },
      ...withBlanksNoted(amount.note, evidence),
    }
  }
  const reading = readColumnAs(evidence, marks)
  if (momentTypes.has(reading.databaseType))
    return {
      expression: reading.cast(column),
      isMixed: false,
      dateOrder: reading.dateOrder,
      ...withBlanksNoted(reading.note, evidence),
    }
  const { dateCount, valueCount, markerCount } = evidence
  const note = dateCount > 0 && dateCount + markerCount === valueCount ? reading.note : undefined
  // Looking closer is worth it; most columns of texts hold no dates at all.
  const isMixed = dateCount > 0 && dateCount >= valueCount * 0.8
  return { expression: column, isMixed, ...(note === undefined ? {} : { note }) }
}

/** JSON tells an empty text from null; columns of dates and amounts cannot. */
function withBlanksNoted(note: string | undefined, { blankCount }: ColumnEvidence): Pick<JsonReading, 'note'> {
  const blanks = blankCount === 1 ? '1 empty text was' : `${blankCount} empty texts were`
  const notes = [
    ...(note === undefined ? [] : [note]),
    ...(blankCount === 0 ? [] : [`In {} ${blanks} read as ${emptyWord}.`]),
  ]
  return notes.length === 0 ? {} : { note: notes.join(' ') }
}

/** Columns of numbers with a few texts among them, and of dates. */
async function doubtfulJsonColumns(
  connection: DuckDBConnection,
  from: string,
  described: readonly DescribedColumn[],
  columns: readonly PreparedColumn[],
  mixed: readonly string[],
): Promise<readonly DoubtfulColumn[]> {
  const candidates = described.flatMap(({ name, type }, index) =>
    mixed.includes(name)
      ? [
          {
            index,
            name: columns[index]?.name ?? name,
            text: type === 'JSON' ? `(${quoteName(name)} ->> '$')` : quoteName(name),
            type,
          },
        ]
      : [],
  )
  const found = await findDoubtfulColumns(connection, from, candidates)
  // Digits in quotes are text on purpose.
  return found.flatMap(([{ type }, doubtful]) => (type !== 'JSON' && doubtful.wanted === 'numbers' ? [] : [doubtful]))
}

function recordSql(described: readonly DescribedColumn[]): string {
  const members = described.map(({ name }) => `${quoteText(name)}, ${quoteName(name)}`)
  return `CAST(json_object(${members.join(', ')}) AS VARCHAR)`
}
