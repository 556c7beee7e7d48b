import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { ImportNote } from '@tidemark/shared/datasets/dataset'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { ImportJob } from './import-job'
import { readRows, type PreparedSource } from './import-source'
import { JsonScanner, type JsonSummary } from './json-scanner'
import { quoteName, quoteText } from '../../engine/sql-quoting'
import { prepareColumns, type DescribedColumn } from './table-columns'
import { detectEncoding, readText, type TextEncodingName } from './text-file'

const maxObjectBytes = 64 * 1024 * 1024

/**
 * Prepares a JSON array of records, or records one after the other (NDJSON).
 * Fails with `upload-empty`, or `upload-unreadable` and the record, line and column.
 */
export async function prepareJson(job: ImportJob, connection: DuckDBConnection): Promise<PreparedSource> {
  const encoding = await detectEncoding(job.sourcePath)
  if (encoding === 'windows-1252') {
    throw new TidemarkError('upload-unreadable', {
      detail: 'JSON must be UTF-8 and this file is not.',
      hint: 'Save it as UTF-8 and drop it again.',
    })
  }
  const summary = await scanJson(job.sourcePath, encoding)
  if (summary.recordCount === 0) throw new TidemarkError('upload-empty', { detail: 'It holds no records.' })
  const isPlain = encoding === 'utf-8' && summary.longNumberCount === 0
  const path = isPlain ? job.sourcePath : join(job.workFolder, 'plain.json')
  if (!isPlain) await rewriteJson(job.sourcePath, encoding, path)
  const format = summary.shape === 'array' ? 'array' : 'unstructured'
  const from = `read_json(${quoteText(path)}, format = '${format}', sample_size = -1, maximum_object_size = ${maxObjectBytes})`
  const { columns, notes } = await prepareColumns(connection, from, (column) =>
    readJsonColumn(connection, from, column),
  )
  return {
    from,
    columns,
    notes: [...notes, ...longNumberNotes(summary.longNumberCount)],
    expectedRowCount: summary.recordCount,
  }
}

async function scanJson(path: string, encoding: TextEncodingName): Promise<JsonSummary> {
  const scanner = new JsonScanner()
  for await (const text of readText(path, encoding)) scanner.push(text)
  return scanner.end()
}

/** Writes the same JSON in UTF-8 with long numbers in quotes. */
async function rewriteJson(path: string, encoding: TextEncodingName, target: string): Promise<void> {
  const output = createWriteStream(target, { mode: 0o600 })
  let pending = ''
  const scanner = new JsonScanner((text) => (pending += text))
  const flush = async () => {
    if (!output.write(pending)) await once(output, 'drain')
    pending = ''
  }
  for await (const text of readText(path, encoding)) {
    scanner.push(text)
    await flush()
  }
  scanner.end()
  await flush()
  output.end()
  await finished(output)
}

function longNumberNotes(count: number): readonly ImportNote[] {
  if (count === 0) return []
  return [
    {
      message: `${count === 1 ? '1 number has' : `${count} numbers have`} more digits than a number type holds and stayed text.`,
    },
  ]
}

/** JSON has one kind of number and mixes types freely; a column gets the narrowest type that keeps all its values. */
async function readJsonColumn(
  connection: DuckDBConnection,
  from: string,
  { name, type }: DescribedColumn,
): Promise<string | null> {
  const column = quoteName(name)
  if (type === 'BIGINT' || type === 'HUGEINT')
    return `CAST(${column} AS ${await integerType(connection, from, column)})`
  if (type !== 'JSON') return null
  const [row] = await readRows(
    connection,
    `SELECT bool_or(json_type(${column}) IN ('OBJECT', 'ARRAY')), bool_and(json_type(${column}) IN ('BIGINT', 'UBIGINT', 'NULL')) FROM ${from}`,
  )
  if (row?.[0] === true) return null
  return row?.[1] === true ? `CAST(${column} ->> '$' AS DECIMAL(38,0))` : `${column} ->> '$'`
}

async function integerType(connection: DuckDBConnection, from: string, column: string): Promise<string> {
  const within = (least: string, most: string) => `min(${column}) >= ${least} AND max(${column}) <= ${most}`
  const [row] = await readRows(
    connection,
    `SELECT CASE WHEN ${within('-2147483648', '2147483647')} THEN 'INTEGER' WHEN ${within('-9223372036854775808', '9223372036854775807')} THEN 'BIGINT' ELSE 'DECIMAL(38,0)' END FROM ${from}`,
  )
  return String(row?.[0])
}
