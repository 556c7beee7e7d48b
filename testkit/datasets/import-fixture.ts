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

/** A file's bytes, imported in a folder of its own. leftOut: the file of rows that were left out; null when there is none. */
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

/** A file's bytes, imported, and then a look at what another reading of a column would change. */
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

/** Runs a job over a file's bytes in a folder of its own. */
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

/** The same, kept whole: what does not fit makes a column text. */
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

/** One for all files: most of the time that a small one takes to read is its engine's start. */
let reader: Promise<DuckDBInstance> | undefined

async function readParquet(path: string): Promise<readonly (readonly unknown[])[]> {
  reader ??= DuckDBInstance.create(':memory:')
  const connection = await (await reader).connect()
  try {
    return await readRows(connection, `SELECT * FROM read_parquet(${quoteText(path)})`)
  } finally {
    connection.closeSync()
  }
}

/** One column's values and `name:TYPE` of all columns: what most cases look at. */
export function typesOf(table: ImportedTable): string {
  return table.columns.map(({ name, databaseType }) => `${name}:${databaseType}`).join(' ')
}

/** `name:sign` of the columns that have one. */
export function signsText({ columns }: ImportedTable): string {
  return columns.flatMap(({ name, sign }) => (sign === undefined ? [] : [`${name}:${sign}`])).join(' ')
}
