import { join } from 'node:path'
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { assertNever } from '@tidemark/shared/base/assert-never'
import type { DatasetColumn } from '@tidemark/shared/datasets/dataset'
import type { ImportPhase } from '@tidemark/shared/datasets/upload'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { prepareCsv } from './csv/csv-source'
import type { ImportJob, ImportResult, PreviewJob, PreviewOutcome } from './import-job'
import { mustAt, type PreparedColumn, type PreparedSource } from './import-source'
import type { Judgement } from './types/judge-rows'
import { prepareJson } from './json/json-source'
import { mustAskForNoTable } from './no-tables'
import { prepareParquet } from './parquet-source'
import { previewReadAs } from './types/preview-read-as'
import { readSource } from './types/read-source'
import { profileParquet } from './types/profile-parquet'
import { prepareSqlite } from './sqlite/sqlite-source'
import { totalRowNotes } from './types/total-row'
import { unreadPath } from './csv/unread-rows'
import { prepareXlsx } from './xlsx/xlsx-source'
import { quoteName, quoteText } from '@/server/engine/sql/sql-quoting'

/**
 * Converts the source of a job to Parquet and profiles it, unless a person must be asked about some rows first. Fails
 * with an `upload-*` error or `disk-full`; the caller deletes what has been written by then.
 */
export function runImport(job: ImportJob, onPhase: (phase: ImportPhase) => void): Promise<ImportResult> {
  return withSource(job, onPhase, async (connection, prepared) => {
    const read = await readSource(connection, prepared, job)
    return read.kind === 'bad-rows' ? read : writeData(connection, read, job, onPhase)
  })
}

/**
 * Returns what another reading of a column would change. Fails like an import, and with `not-found` for a column that
 * the file does not have.
 */
export function runPreview(job: PreviewJob, onPhase: (phase: ImportPhase) => void): Promise<PreviewOutcome> {
  // Types are needed if they are asked for, or to determine which rows were left out.
  const isUntyped = job.preview.as !== null && job.preview.presentPath !== null
  return withSource({ ...job, isUntyped }, onPhase, (connection, prepared) => previewReadAs(connection, prepared, job))
}

/** Prepares the source of a job in a separate engine that can only access the job's files. */
async function withSource<T>(
  job: ImportJob | PreviewJob,
  onPhase: (phase: ImportPhase) => void,
  read: (connection: DuckDBConnection, prepared: PreparedSource) => Promise<T>,
): Promise<T> {
  const instance = await DuckDBInstance.create(':memory:', {
    temp_directory: join(job.workFolder, 'spill'),
    memory_limit: `${job.memoryLimitMb}MB`,
    threads: String(job.threads),
  })
  const connection = await instance.connect()
  try {
    await lockDown(connection, job)
    onPhase('reading')
    return await read(connection, await prepare(job, connection))
  } catch (thrown) {
    throw toUploadError(thrown, job)
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

async function writeData(
  connection: DuckDBConnection,
  { source, leftOutCount }: Extract<Judgement, { kind: 'read' }>,
  job: ImportJob,
  onPhase: (phase: ImportPhase) => void,
): Promise<ImportResult> {
  onPhase('converting')
  await convert(connection, source, job.dataPath)
  onPhase('profiling')
  const profile = await profileParquet(connection, job.dataPath)
  const { rowCount, columns } = profile
  mustBeComplete(source, rowCount, columns)
  const readingNotes = source.columns.flatMap((column) => column.notes ?? [])
  const notes = [
    ...source.notes,
    ...readingNotes,
    ...(await totalRowNotes(connection, job.format, job.dataPath, profile)),
  ]
  return {
    kind: 'done',
    rowCount,
    columns: columns.map((column, index) => ({ ...column, ...traitsOf(mustAt(source.columns, index)) })),
    notes,
    leftOutCount,
    encoding: source.encoding,
    header: source.header,
  }
}

async function lockDown(connection: DuckDBConnection, job: ImportJob | PreviewJob): Promise<void> {
  const work = ['plain.csv', 'plain.json', 'lines.json', 'rows.json'].map((name) => join(job.workFolder, name))
  const present = 'preview' in job && job.preview.presentPath !== null ? [job.preview.presentPath] : []
  const paths = [...present, job.sourcePath, job.dataPath, job.leftOutPath, unreadPath(job.workFolder), ...work]
  await connection.run(`SET allowed_paths = [${paths.map(quoteText).join(', ')}]`)
  await connection.run(`SET TimeZone = 'UTC'`)
  for (const setting of ['autoinstall_known_extensions', 'autoload_known_extensions', 'enable_external_access']) {
    await connection.run(`SET ${setting} = false`)
  }
  await connection.run('SET lock_configuration = true')
}

function prepare(job: ImportJob, connection: DuckDBConnection): Promise<PreparedSource> {
  switch (job.format) {
    case 'csv':
    case 'tsv':
      mustAskForNoTable(job)
      return prepareCsv(job, connection)
    case 'json':
    case 'ndjson':
      return prepareJson(job, connection)
    case 'xlsx':
      return prepareXlsx(job, connection)
    case 'sqlite':
      return prepareSqlite(job, connection)
    case 'parquet':
      mustAskForNoTable(job)
      return prepareParquet(job, connection)
    default:
      return assertNever(job.format)
  }
}

async function convert(connection: DuckDBConnection, source: PreparedSource, dataPath: string): Promise<void> {
  const columns = source.columns.map(({ name, expression }) => `${expression} AS ${quoteName(name)}`)
  await connection.run(
    `COPY (SELECT ${columns.join(', ')} FROM ${source.from}) TO ${quoteText(dataPath)} (${storedFormat})`,
  )
}

/**
 * The format that every query has to decompress. Measured on ten million sales: half the processor time of zstd in
 * Parquet's version 1, and half the size; on long texts three fifths of the time at one and a half times the size.
 */
const storedFormat = 'FORMAT parquet, COMPRESSION lz4_raw, PARQUET_VERSION v2'

/** Returns the properties of a column that are not derived from its values. */
function traitsOf({ sign, foundType, dateOrder }: PreparedColumn): Partial<DatasetColumn> {
  return {
    ...(sign === undefined ? {} : { sign }),
    ...(foundType === undefined ? {} : { foundType }),
    ...(dateOrder === undefined ? {} : { dateOrder }),
  }
}

/** Compares our count of rows and values with the engine's, so that nothing is dropped silently. */
function mustBeComplete(source: PreparedSource, rowCount: number, columns: readonly DatasetColumn[]): void {
  const { expectedRowCount } = source
  if (expectedRowCount !== null && expectedRowCount !== rowCount) {
    throw new TidemarkError('upload-unreadable', {
      detail: `The file has ${expectedRowCount} rows, but ${rowCount} could be read.`,
    })
  }
  for (const [index, { name, expectedValueCount }] of source.columns.entries()) {
    const valueCount = rowCount - (columns[index]?.nullCount ?? 0)
    if (expectedValueCount !== null && expectedValueCount !== valueCount) {
      throw new TidemarkError('upload-unreadable', {
        detail: `Column ${name} has ${expectedValueCount} values, but ${valueCount} could be read.`,
      })
    }
  }
}

/** Converts an engine error. Removes its advice about options, and paths of this machine. */
function toUploadError(thrown: unknown, job: ImportJob): TidemarkError {
  if (thrown instanceof TidemarkError) return thrown
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  if (/No space left|disk.*full/i.test(message)) return new TidemarkError('disk-full', { cause: thrown })
  // The engine reserves a buffer of 16 times the longest line of a CSV file.
  if (/out of memory|could not allocate/i.test(message))
    return new TidemarkError('upload-unreadable', {
      detail: `Reading it takes more than the ${job.memoryLimitMb} MB of memory that one file gets.`,
      hint: 'Very long values take most of it: shorten them, or leave out their column.',
      cause: thrown,
    })
  const sentence = (message.split('\n')[0] ?? '')
    .replaceAll(job.sourcePath, 'the file')
    .replaceAll(job.workFolder, '')
    .replace(/^[\w ]+Error: /, '')
  return new TidemarkError('upload-unreadable', { detail: sentence, cause: thrown })
}
