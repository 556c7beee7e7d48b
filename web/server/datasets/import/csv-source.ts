import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { ImportNote } from '@tidemark/shared/datasets/dataset'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { nameColumns } from './column-names'
import { dateClasses, numberClasses, readColumnAs, type ColumnEvidence, type ColumnReading } from './column-type'
import { detectDelimiter, type Delimiter } from './csv-delimiter'
import { CsvScanner, type CsvSummary, type CsvValue } from './csv-scanner'
import type { ImportJob } from './import-job'
import { mustAt, readRows, type PreparedSource } from './import-source'
import { columnAlias, createPlainCsv, readCsvSql } from './plain-csv'
import { detectEncoding, readText, type TextEncodingName } from './text-file'
import { valueClasses, valueClassSql } from './value-class'

const sampleLength = 256 * 1024
const columnsPerScan = 64

/**
 * Prepares a CSV or TSV file: encoding, delimiter and header found, every record's width checked, every column's type
 * decided over the whole file. Fails with `upload-empty`, or `upload-unreadable` and the row.
 */
export async function prepareCsv(job: ImportJob, connection: DuckDBConnection): Promise<PreparedSource> {
  const encoding = await detectEncoding(job.sourcePath)
  const delimiter = await sampleDelimiter(job, encoding)
  const summary = await scanCsv(job.sourcePath, encoding, delimiter)
  if (summary.recordCount === 0) throw new TidemarkError('upload-empty')
  const hasHeader = summary.recordCount === 1 || !summary.firstRecord.every(looksLikeValue)
  const { names, notes } = nameColumns(hasHeader ? summary.firstRecord : summary.firstRecord.map(() => null))
  const isPlain = encoding === 'utf-8' && summary.isRegular
  const table = isPlain
    ? { path: job.sourcePath, delimiter }
    : { path: join(job.workFolder, 'plain.csv'), delimiter: ',' }
  if (!isPlain) await rewriteCsv(job.sourcePath, encoding, delimiter, table.path)
  const from = readCsvSql({ ...table, width: names.length, hasHeader, longestRecord: summary.longestRecord })
  const evidence = await gatherEvidence(connection, from, names.length)
  const readings = evidence.map((column) => readColumnAs(column, delimiter !== ','))
  return {
    from,
    columns: names.map((name, index) => {
      const { cast, isText } = mustAt(readings, index)
      const { valueCount, markerCount } = mustAt(evidence, index)
      return {
        name,
        expression: cast(columnAlias(index)),
        expectedValueCount: isText ? null : valueCount - markerCount,
      }
    }),
    notes: [
      ...fileNotes(encoding, hasHeader, summary),
      ...(hasHeader ? notes : []),
      ...(await readingNotes(connection, from, names, readings, hasHeader)),
    ],
    expectedRowCount: summary.recordCount - (hasHeader ? 1 : 0),
  }
}

async function sampleDelimiter(job: ImportJob, encoding: TextEncodingName): Promise<Delimiter> {
  let sample = ''
  let isWhole = true
  for await (const text of readText(job.sourcePath, encoding)) {
    sample += text
    if (sample.length > sampleLength) {
      isWhole = false
      break
    }
  }
  return detectDelimiter(sample.slice(0, sampleLength), isWhole, job.format === 'tsv' ? '\t' : ',')
}

async function scanCsv(path: string, encoding: TextEncodingName, delimiter: Delimiter): Promise<CsvSummary> {
  const scanner = new CsvScanner(delimiter)
  for await (const text of readText(path, encoding)) scanner.push(text)
  return scanner.end()
}

/** Writes the same records in UTF-8 with commas, every value in quotes and one kind of line end. */
async function rewriteCsv(
  path: string,
  encoding: TextEncodingName,
  delimiter: Delimiter,
  target: string,
): Promise<void> {
  const output = createPlainCsv(target)
  const scanner = new CsvScanner(delimiter, (values) => output.write(values))
  for await (const text of readText(path, encoding)) {
    scanner.push(text)
    await output.flush()
  }
  scanner.end()
  await output.close()
}

function looksLikeValue(value: CsvValue): boolean {
  return value !== null && /^\s*(-?[\d.,]+([eE][-+]?\d+)?|\d{4}-\d{2}-\d{2}.*)\s*$/.test(value)
}

async function gatherEvidence(
  connection: DuckDBConnection,
  from: string,
  width: number,
): Promise<readonly ColumnEvidence[]> {
  const evidence: ColumnEvidence[] = []
  for (let first = 0; first < width; first += columnsPerScan) {
    const indexes = Array.from({ length: Math.min(columnsPerScan, width - first) }, (_, offset) => first + offset)
    const values = indexes.map((index) => `trim(c${index}) AS v${index}, ${valueClassSql(`c${index}`)} AS k${index}`)
    const [row] = await readRows(
      connection,
      `SELECT ${indexes.map(evidenceSql).join(', ')} FROM (SELECT ${values.join(', ')} FROM ${from})`,
    )
    indexes.forEach((_, position) =>
      evidence.push(toEvidence(row?.slice(position * evidenceFields, (position + 1) * evidenceFields) ?? [])),
    )
  }
  return evidence
}

const evidenceFields = 8
const { int32, int64, bigInt, fraction, longFraction, marker } = valueClasses
const plainNumbers = int32 | int64 | bigInt | fraction | longFraction

function evidenceSql(index: number): string {
  const v = `v${index}`
  const k = `k${index}`
  const ifPlain = (sql: string) => `CASE WHEN (${k} & ${plainNumbers}) <> 0 THEN ${sql} END`
  const point = `strpos(${v}, '.')`
  const digitsBefore = `CASE WHEN ${point} = 0 THEN length(${v}) ELSE ${point} - 1 END - CASE WHEN starts_with(${v}, '-') THEN 1 ELSE 0 END`
  const scale = `CASE WHEN ${point} = 0 THEN 0 ELSE length(${v}) - ${point} END`
  return [
    `coalesce(bit_or(${k}), 0)`,
    `count_if(${k} <> 0)`,
    `count_if((${k} & ${numberClasses}) <> 0)`,
    `count_if((${k} & ${dateClasses}) <> 0)`,
    `count_if(${k} = ${marker})`,
    // Not FILTER: each one would make the engine copy all columns of the scan.
    `coalesce(max(${ifPlain(digitsBefore)}), 0)`,
    `coalesce(min(${ifPlain(scale)}), 0)`,
    `coalesce(max(${ifPlain(scale)}), 0)`,
  ]
    .map((sql) => `CAST(${sql} AS DOUBLE)`)
    .join(', ')
}

function toEvidence(values: readonly unknown[]): ColumnEvidence {
  const at = (index: number) => Number(values[index])
  return {
    classes: at(0),
    valueCount: at(1),
    numberCount: at(2),
    dateCount: at(3),
    markerCount: at(4),
    maxDigitsBeforePoint: at(5),
    minScale: at(6),
    maxScale: at(7),
  }
}

function fileNotes(encoding: TextEncodingName, hasHeader: boolean, summary: CsvSummary): readonly ImportNote[] {
  const notes: ImportNote[] = []
  if (encoding === 'windows-1252')
    notes.push({ message: 'The file is not UTF-8 and was read as Windows-1252 (Latin-1).' })
  if (encoding.startsWith('utf-16')) notes.push({ message: 'The file was read as UTF-16.' })
  if (!hasHeader) notes.push({ message: 'The first row holds values, not names; the columns were numbered.', row: 1 })
  if (summary.blankLineCount > 0) {
    notes.push({
      message:
        summary.blankLineCount === 1
          ? '1 blank line was left out.'
          : `${summary.blankLineCount} blank lines were left out.`,
    })
  }
  return notes
}

async function readingNotes(
  connection: DuckDBConnection,
  from: string,
  names: readonly string[],
  readings: readonly ColumnReading[],
  hasHeader: boolean,
): Promise<readonly ImportNote[]> {
  const notes: ImportNote[] = []
  for (const [index, { note, almost }] of readings.entries()) {
    const column = mustAt(names, index)
    if (note !== undefined) notes.push({ message: note.replace('{}', column), column })
    if (almost === undefined) continue
    const alias = columnAlias(index)
    const [row] = await readRows(
      connection,
      `SELECT n, left(v, 40) FROM (SELECT row_number() OVER () AS n, ${alias} AS v, ${valueClassSql(alias)} AS k FROM ${from})
       WHERE k <> 0 AND (k & ${almost}) = 0 ORDER BY n LIMIT 1`,
    )
    const rowNumber = Number(row?.[0]) + (hasHeader ? 1 : 0)
    const kind = almost === numberClasses ? 'numbers' : 'dates'
    notes.push({
      message: `${column} has ${kind} and other values, the first “${String(row?.[1])}” in row ${rowNumber}, and was kept as text.`,
      row: rowNumber,
      column,
    })
  }
  return notes
}
