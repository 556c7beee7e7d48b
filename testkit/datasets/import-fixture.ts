import { existsSync } from 'node:fs'
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { BadRowPolicy } from '@tidemark/shared/datasets/bad-rows'
import type { DatasetFormat } from '@tidemark/shared/datasets/dataset'
import type { ImportOutcome, ImportResult, EarlierColumn } from '@/server/datasets/import/import-job'
import { readRows } from '@/server/datasets/import/import-source'
import { runImport } from '@/server/datasets/import/run-import'
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
): Promise<{ readonly result: ImportResult; readonly rows: ImportedTable['rows']; readonly leftOut: string | null }> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-import-'))
  try {
    const workFolder = join(folder, 'work')
    await mkdir(workFolder)
    const sourcePath = join(folder, `source.${format}`)
    const dataPath = join(folder, 'data.parquet')
    await writeFile(sourcePath, content)
    const leftOutPath = join(folder, 'left-out.csv')
    const result = await runImport(
      {
        format,
        table,
        badRows,
        encoding: null,
        hasHeader: null,
        knownColumns,
        sourcePath,
        dataPath,
        leftOutPath,
        workFolder,
        memoryLimitMb: 512,
        threads: 2,
      },
      () => undefined,
    )
    return {
      result,
      rows: existsSync(dataPath) ? await readParquet(dataPath) : [],
      leftOut: existsSync(leftOutPath) ? await readFile(leftOutPath, 'utf8') : null,
    }
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
): Promise<ImportedTable> {
  const { result, rows } = await tryBytes(format, content, 'as-text', table, knownColumns)
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
