import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { DatasetFormat } from '@tidemark/shared/datasets/dataset'
import type { ImportOutcome } from './import-job'
import { readRows } from './import-source'
import { runImport } from './run-import'
import { quoteText } from '../../engine/sql-quoting'

export interface ImportedTable extends ImportOutcome {
  /** The rows of the Parquet file, as JSON values. */
  readonly rows: readonly (readonly unknown[])[]
}

/** Imports a file's bytes in a folder of its own and reads the Parquet back. */
export async function importBytes(
  format: DatasetFormat,
  content: string | Uint8Array,
  table: string | null = null,
): Promise<ImportedTable> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-import-'))
  try {
    const workFolder = join(folder, 'work')
    await mkdir(workFolder)
    const sourcePath = join(folder, `source.${format}`)
    const dataPath = join(folder, 'data.parquet')
    await writeFile(sourcePath, content)
    const outcome = await runImport(
      { format, table, sourcePath, dataPath, workFolder, memoryLimitMb: 512, threads: 2 },
      () => undefined,
    )
    return { ...outcome, rows: await readParquet(dataPath) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function readParquet(path: string): Promise<readonly (readonly unknown[])[]> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    return await readRows(connection, `SELECT * FROM read_parquet(${quoteText(path)})`)
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

/** One column's values and `name:TYPE` of all columns: what most cases look at. */
export function typesOf(table: ImportedTable): string {
  return table.columns.map(({ name, databaseType }) => `${name}:${databaseType}`).join(' ')
}
