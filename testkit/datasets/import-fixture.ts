import { existsSync } from 'node:fs'
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { BadRowPolicy } from '@tidemark/shared/datasets/bad-rows'
import type { DatasetFormat } from '@tidemark/shared/datasets/dataset'
import type { ColumnReadAs } from '@tidemark/shared/datasets/read-as'
import type {
  EarlierColumn,
  ImportJob,
  ImportOutcome,
  ImportResult,
  PreviewJob,
  PreviewOutcome,
} from '@/server/datasets/import/import-job'
import { readRows } from '@/server/datasets/import/import-source'
import { runImport, runPreview } from '@/server/datasets/import/run-import'
import { quoteText } from '@/server/engine/sql/sql-quoting'

export interface ImportedTable extends ImportOutcome {
  /** The rows of the Parquet file, as JSON values. */
  readonly rows: readonly (readonly unknown[])[]
}

/**
 * Imports a file's bytes in a separate folder. leftOut: the file of rows that were left out; null if there are none.
 */
export async function tryBytes(
  format: DatasetFormat,
  content: string | Uint8Array,
  badRows: BadRowPolicy,
  table: string | null = null,
  knownColumns: readonly EarlierColumn[] = [],
  readAs: readonly ColumnReadAs[] = [],
): Promise<{ readonly result: ImportResult; readonly rows: ImportedTable['rows']; readonly leftOut: string | null }> {
  return withJob({ format, table, badRows, knownColumns, readAs }, content, async (job) => {
    const result = await runImport(job, () => undefined)
    return {
      result,
      rows: existsSync(job.dataPath) ? await readParquet(job.dataPath) : [],
      leftOut: existsSync(job.leftOutPath) ? await readFile(job.leftOutPath, 'utf8') : null,
    }
  })
}

/** Imports a file's bytes, then previews another reading of a column. */
export function previewBytes(
  format: DatasetFormat,
  content: string | Uint8Array,
  asked: Pick<PreviewJob['preview'], 'column' | 'as'>,
  readAs: readonly ColumnReadAs[] = [],
  badRows: BadRowPolicy = 'as-text',
): Promise<PreviewOutcome> {
  return withJob({ format, table: null, badRows, knownColumns: [], readAs }, content, async (job) => {
    const made = await runImport(job, () => undefined)
    if (made.kind !== 'done') throw new Error('somebody was asked')
    const presentPath = made.leftOutCount === 0 ? job.dataPath : null
    return runPreview({ ...job, knownColumns: made.columns, preview: { ...asked, presentPath } }, () => undefined)
  })
}

/** Runs a job on a file's bytes in a separate folder. */
async function withJob<T>(
  wanted: Pick<ImportJob, 'format' | 'table' | 'badRows' | 'knownColumns' | 'readAs'>,
  content: string | Uint8Array,
  run: (job: ImportJob) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-import-'))
  try {
    const workFolder = join(folder, 'work')
    await mkdir(workFolder)
    const sourcePath = join(folder, `source.${wanted.format}`)
    await writeFile(sourcePath, content)
    return await run({
      ...wanted,
      encoding: null,
      hasHeader: null,
      sourcePath,
      dataPath: join(folder, 'data.parquet'),
      leftOutPath: join(folder, 'left-out.csv'),
      workFolder,
      memoryLimitMb: 512,
      threads: 2,
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Imports a file's bytes and keeps all rows: a value that does not fit makes its column text. */
export async function importBytes(
  format: DatasetFormat,
  content: string | Uint8Array,
  table: string | null = null,
  knownColumns: readonly EarlierColumn[] = [],
  readAs: readonly ColumnReadAs[] = [],
): Promise<ImportedTable> {
  const { result, rows } = await tryBytes(format, content, 'as-text', table, knownColumns, readAs)
  if (result.kind !== 'done') throw new Error('somebody was asked')
  return { ...result, rows }
}

/** Shared by all files, because starting an engine takes longer than reading a small file. */
let reader: Promise<DuckDBInstance> | undefined

export async function readParquet(path: string): Promise<readonly (readonly unknown[])[]> {
  reader ??= DuckDBInstance.create(':memory:')
  const connection = await (await reader).connect()
  try {
    return await readRows(connection, `SELECT * FROM read_parquet(${quoteText(path)})`)
  } finally {
    connection.closeSync()
  }
}

/** Returns `name:TYPE` of all columns. */
export function typesOf(table: ImportedTable): string {
  return table.columns.map(({ name, databaseType }) => `${name}:${databaseType}`).join(' ')
}

/** Returns `name:sign` of the columns that have a sign. */
export function signsText({ columns }: ImportedTable): string {
  return columns.flatMap(({ name, sign }) => (sign === undefined ? [] : [`${name}:${sign}`])).join(' ')
}
