import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { cutText } from '@tidemark/shared/base/plain-text'
import type { ImportNote } from '@tidemark/shared/datasets/dataset'
import type { TextEncodingName } from '@tidemark/shared/datasets/text-encoding'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { ImportJob } from '../import-job'
import { gatherEvidence } from '../types/column-evidence'
import { noteOf, plainMarks, readColumnAs } from '../types/column-type'
import { findDoubtfulColumns } from '../types/doubtful-columns'
import { mustAt, readRows, type PreparedColumn, type PreparedSource, type DoubtfulColumn } from '../import-source'
import { JsonTokenizer, type JsonSummary, type JsonVisitor } from './json-tokenizer'
import { readWideNumbers, type WideReading } from './json-wide-numbers'
import { findRows, rowsNotes, writeRows } from './json-wrapper'
import { mustAskForNoTable } from '../no-tables'
import { quoteName, quoteText } from '@/server/engine/sql/sql-quoting'
import { infinityPattern, missingMarkPattern } from '../types/missing-marks'
import { readTextColumns, withBlanksNoted } from '../types/text-columns'
import { describeColumns, isNestedType, prepareColumns, type DescribedColumn } from '../types/table-columns'
import { detectEncoding } from '../text/detect-encoding'
import { createTextFile, readText } from '../text/text-file'
import { collectUnreadRows, isMostlyBad, noUnreadRows, unreadPath, type UnreadRows } from '../csv/unread-rows'

const maxObjectBytes = 64 * 1024 * 1024

/**
 * Prepares a JSON array of records, or a sequence of records (NDJSON). Fails with `upload-empty`, or with
 * `upload-unreadable` and the record, line and column.
 */
export async function prepareJson(job: ImportJob, connection: DuckDBConnection): Promise<PreparedSource> {
  const { name: encoding, how } = await detectEncoding(job.sourcePath, null)
  if (how !== 'certain') {
    throw new TidemarkError('upload-unreadable', {
      detail: 'JSON must be UTF-8 and this file is not.',
      hint: 'Save it as UTF-8 and drop it again.',
    })
  }
  const { file, areFeatures, notes: rowNotes } = await unwrapRows(job, await scanLines(job, encoding))
  const { summary, unread } = file
  if (summary.recordCount === 0) throw new TidemarkError('upload-empty', { detail: 'It holds no records.' })
  const isPlain = file.encoding === 'utf-8' && summary.longNumberCount + summary.notFiniteCount === 0
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
  // If fractions occur, the engine also converts whole numbers within nested values to doubles; JSON keeps them as
  // written.
  const nested = hasWide ? found.filter(({ type }) => isNestedType(type) && type.includes('DOUBLE')) : []
  const isKeptAsJson = new Set([...wide.keys(), ...nested.map(({ name }) => name)])
  const given = asJson(found, (name) => isKeptAsJson.has(name))
  const from = readAs(given)
  const read = await readJsonColumns(connection, from, given, job.knownColumns)
  const readings = given.map(({ name, type }, index): JsonReading | null => {
    const isShape = areFeatures && name === geometryName && (type === 'JSON' || isNestedType(type))
    return isShape ? shapeReading : (wide.get(name) ?? read[index] ?? null)
  })
  const { columns, notes } = prepareColumns(
    given,
    readings.map((reading) => reading?.expression ?? null),
  )
  const prepared = columns.map((column, index): PreparedColumn => {
    const { name, type } = mustAt(given, index)
    const reading = readings[index]
    const { expectedValueCount = null, text = type === 'VARCHAR' ? quoteName(name) : null } = reading ?? {}
    return {
      ...column,
      ...(text === null ? {} : { text }),
      expectedValueCount,
      sign: reading?.sign,
      dateOrder: reading?.dateOrder,
      notes: reading?.notes ?? [],
    }
  })
  const mixed = given.flatMap(({ name }, index) => (readings[index]?.isMixed === true ? [name] : []))
  return {
    from,
    columns: prepared,
    notes: [...rowNotes, ...notes, ...longNumberNotes(summary.longNumberCount)],
    expectedRowCount: summary.recordCount,
    doubts: {
      unread,
      // After lines were left out, the row count would no longer match.
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

/**
 * Returns the error for names that differ only in case, since the engine's struct fields ignore case. Its own message
 * suggests options that people cannot set here.
 */
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
/**
 * A date format that never matches. The engine would guess the order of 03-04-2024 and drop time zones, so texts stay
 * texts.
 */
const asWritten = `dateformat = '\u0001%Y', timestampformat = '\u0001%Y'`

interface JsonFile {
  readonly path: string
  readonly encoding: TextEncodingName
  readonly summary: JsonSummary
  readonly unread: UnreadRows
}

/** Checks the text. If requested and most lines are valid, invalid lines of NDJSON become unread rows. */
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

/** Extracts the rows if the file is a single object or a list of lists. */
async function unwrapRows(
  job: ImportJob,
  file: JsonFile,
): Promise<{ readonly file: JsonFile; readonly areFeatures: boolean; readonly notes: readonly ImportNote[] }> {
  const { shape, recordCount, listCount } = file.summary
  const isWrapped = shape === 'values' ? recordCount === 1 : recordCount > 0 && listCount === recordCount
  const rows = job.format === 'json' && isWrapped ? await findRows(file.path, file.encoding, job.table) : null
  if (rows === null) {
    mustAskForNoTable(job)
    return { file, areFeatures: false, notes: [] }
  }
  const path = join(job.workFolder, 'rows.json')
  await writeRows(file.path, file.encoding, rows, path)
  const summary = await scanJson(path, 'utf-8')
  return {
    file: { path, encoding: 'utf-8', summary: { ...summary, isAligned: false }, unread: file.unread },
    areFeatures: rows.kind === 'features',
    notes: rowsNotes(rows),
  }
}

/** Writes the lines that are valid JSON; the others become unread rows. */
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

/** Returns the problem of a line, worded as for a whole file; null if it is one record. */
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

/** Rewrites the JSON in UTF-8 with long and non-finite numbers quoted. */
async function rewriteJson(path: string, encoding: TextEncodingName, target: string): Promise<void> {
  const output = createTextFile(target)
  const copy: JsonVisitor = { isTaking: true, onBegin() {}, onEnd() {}, onText: output.write }
  const tokenizer = new JsonTokenizer(copy, { maxDepth: -1, quotesOddNumbers: true })
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

/**
 * Returns true if the engine may have invented the name, for an empty or duplicate one; it then finds no values under
 * it.
 */
function isRenamed({ name }: DescribedColumn): boolean {
  return /_\d+$|^C\d+$/.test(name)
}

/** Returns the declaration of a column, which saves the engine from detecting the columns in each scan. */
function declaration({ name, type }: DescribedColumn): string {
  return `${quoteText(name)}: ${quoteText(type)}`
}

/** Returns the columns with some of them declared as JSON. */
function asJson(columns: readonly DescribedColumn[], isJson: (name: string) => boolean): readonly DescribedColumn[] {
  return columns.map((column) => (isJson(column.name) ? { ...column, type: 'JSON' } : column))
}

interface JsonReading extends Partial<Pick<PreparedColumn, 'sign' | 'dateOrder' | 'notes' | 'expectedValueCount'>> {
  readonly expression: string
  /** SQL for the values as written in the file; absent for texts, and if the written form is not kept. */
  readonly text?: string
  readonly isMixed: boolean
}

const geometryName = 'geometry'
/** Shapes are texts, by which questions can group: a map draws the shape that a group has. */
const shapeReading: JsonReading = { expression: `CAST(to_json(${quoteName(geometryName)}) AS VARCHAR)`, isMixed: false }

/**
 * Chooses the narrowest type for each column that keeps all its values, because JSON has one kind of number and mixes
 * types freely. Null: as declared. Takes one scan, and another for columns of texts or with marks for missing values.
 */
async function readJsonColumns(
  connection: DuckDBConnection,
  from: string,
  given: readonly DescribedColumn[],
  known: ImportJob['knownColumns'],
): Promise<readonly (JsonReading | null)[]> {
  const textColumns = given.flatMap(({ name, type }, index) =>
    type === 'VARCHAR' ? [{ index, name, text: quoteName(name) }] : [],
  )
  const texts = await readTextColumns(connection, from, textColumns, known)
  const asked = given.flatMap(({ name, type }, index) => {
    const sql = questionAbout(quoteName(name), type)
    return sql === null ? [] : [{ index, name, sql }]
  })
  const [answers = []] =
    asked.length === 0
      ? []
      : await readRows(connection, `SELECT ${asked.map(({ sql }) => sql).join(', ')} FROM ${from}`)
  const answerByIndex = new Map(asked.map(({ index }, position) => [index, String(answers[position])]))
  const marked = await readMarkedColumns(
    connection,
    from,
    asked.flatMap(({ index, name }) => (answerByIndex.get(index) === 'marked' ? [name] : [])),
  )
  return given.map(({ name, type }, index): JsonReading | null => {
    const column = quoteName(name)
    const read = texts.get(index)
    if (read !== undefined) return { ...read, isMixed: read.maybeDates }
    const answer = answerByIndex.get(index)
    if (answer === undefined || answer === 'nested') return null
    if (type !== 'JSON') return { expression: `CAST(${column} AS ${answer})`, isMixed: false }
    if (answer === 'whole') return { expression: `CAST(${column} ->> '$' AS DECIMAL(38,0))`, isMixed: false }
    return marked.get(name) ?? { expression: `${column} ->> '$'`, isMixed: true }
  })
}

/** Reads columns of numbers or booleans with texts that stand for missing values or infinity, by name. */
async function readMarkedColumns(
  connection: DuckDBConnection,
  from: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, JsonReading>> {
  const texts = names.map((name) => `(${quoteName(name)} ->> '$')`)
  const evidence = await gatherEvidence(connection, from, texts)
  return new Map(
    names.flatMap((name, index): [string, JsonReading][] => {
      const [text, found] = [mustAt(texts, index), mustAt(evidence, index)]
      const reading = withBlanksNoted(readColumnAs(found, { ...plainMarks, hasNoCodes: true }), found)
      if (reading.isText) return []
      const expectedValueCount = found.valueCount - found.markerCount
      const notes = noteOf(reading, name)
      return [[name, { expression: reading.cast(text), text, isMixed: false, expectedValueCount, notes }]]
    }),
  )
}

/** Returns SQL for the facts needed about all values of a column that is not text; null for none. */
function questionAbout(column: string, type: string): string | null {
  if (type === 'BIGINT' || type === 'HUGEINT') {
    const within = (least: string, most: string) => `min(${column}) >= ${least} AND max(${column}) <= ${most}`
    return `CASE WHEN ${within('-2147483648', '2147483647')} THEN 'INTEGER' WHEN ${within('-9223372036854775808', '9223372036854775807')} THEN 'BIGINT' ELSE 'DECIMAL(38,0)' END`
  }
  if (type !== 'JSON') return null
  const kind = `json_type(${column})`
  const isMark = `regexp_full_match(lower(trim(${column} ->> '$')), '|${missingMarkPattern}|${infinityPattern}')`
  return `CASE WHEN bool_or(${kind} IN ('OBJECT', 'ARRAY')) THEN 'nested'
    WHEN bool_and(${kind} IN ('BIGINT', 'UBIGINT', 'NULL')) THEN 'whole'
    WHEN bool_and(CASE WHEN ${kind} = 'VARCHAR' THEN ${isMark} ELSE true END) THEN 'marked' ELSE 'mixed' END`
}

/** Finds columns of numbers that contain a few texts, and columns of almost only dates. */
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
  // Quoted digits are text on purpose.
  return found.flatMap(([{ type }, doubtful]) => (type !== 'JSON' && doubtful.wanted === 'numbers' ? [] : [doubtful]))
}

function recordSql(described: readonly DescribedColumn[]): string {
  const members = described.map(({ name }) => `${quoteText(name)}, ${quoteName(name)}`)
  return `CAST(json_object(${members.join(', ')}) AS VARCHAR)`
}
