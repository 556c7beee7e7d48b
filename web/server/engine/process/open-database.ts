import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { EngineCatalog, EngineSettings } from './engine-messages'
import { createTableCache, type TableCache } from './table-cache'
import { quoteName, quoteText } from '../sql/sql-quoting'

/** The reason why a table's file cannot be read. */
export type UnreadableFile = 'missing' | 'damaged'

/**
 * An in-memory database whose only tables are views over the catalog's files. It is locked so that this cannot change.
 */
export interface Database {
  readonly tableNames: ReadonlySet<string>
  /** Tables of the catalog that were left out, with the reason. */
  readonly unreadable: ReadonlyMap<string, UnreadableFile>
  /** The only folder the database can write to, for data that does not fit in memory; deleted with the database. */
  readonly tempDir: string
  /** The connection for parsing and describing; runs open their own. */
  readonly control: DuckDBConnection
  readonly kept: TableCache
  connect(): Promise<DuckDBConnection>
  close(): Promise<void>
}

let openedCount = 0

/** The share of a database's memory for one cached table; the four of them take a quarter. */
const keptShare = 1 / 16
const maxKeptBytes = 128 * 1024 ** 2

/**
 * Opens a database for one catalog and one time zone; DuckDB keeps the zone for date arithmetic in its locked
 * configuration. A table whose file cannot be read is left out and listed in `unreadable`.
 *
 * Fails with `query-parameter` for a zone that DuckDB does not know. Measured: 30 ms, and 1 ms per table.
 */
export async function openDatabase(
  catalog: EngineCatalog,
  timeZone: string,
  settings: EngineSettings,
): Promise<Database> {
  openedCount += 1
  const tempDir = join(settings.tempDir, `database-${openedCount}`)
  await mkdir(tempDir, { recursive: true, mode: 0o700 })
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(settings.threads),
    memory_limit: `${settings.memoryLimitBytes}B`,
    errors_as_json: 'true',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_persistent_secrets: 'false',
  })
  const close = async () => {
    instance.closeSync()
    await rm(tempDir, { recursive: true, force: true })
  }
  try {
    const control = await instance.connect()
    const { tableNames, unreadable } = await createViews(control, catalog)
    await lockDown(control, {
      paths: catalog.tables.map((table) => table.path),
      tempDir,
      timeZone,
      maxTempBytes: settings.maxTempBytes,
    })
    const connect = () => instance.connect()
    const maxBytes = Math.min(maxKeptBytes, settings.memoryLimitBytes * keptShare)
    const kept = createTableCache({ connect, control, tableNames, maxBytes })
    return {
      tableNames,
      unreadable,
      tempDir,
      control,
      kept,
      connect,
      close: async () => {
        kept.close()
        control.closeSync()
        await close()
      },
    }
  } catch (cause) {
    await close()
    throw cause
  }
}

async function createViews(
  connection: DuckDBConnection,
  catalog: EngineCatalog,
): Promise<Pick<Database, 'tableNames' | 'unreadable'>> {
  const tableNames = new Set<string>()
  const unreadable = new Map<string, UnreadableFile>()
  for (const { name, path, columns } of catalog.tables) {
    const selected = columns === undefined ? '*' : columns.map(quoteName).join(', ')
    const isReadable = await connection
      .run(`CREATE VIEW ${quoteName(name)} AS SELECT ${selected} FROM read_parquet(${quoteText(path)})`)
      .then(
        () => true,
        () => false,
      )
    if (isReadable) tableNames.add(name.toLowerCase())
    else unreadable.set(name.toLowerCase(), fileFaultOf(path))
  }
  return { tableNames, unreadable }
}

export function fileFaultOf(path: string): UnreadableFile {
  return existsSync(path) ? 'damaged' : 'missing'
}

/**
 * Locks the database. The order matters: paths must be allowed while external access is on, and the configuration is
 * locked last.
 */
async function lockDown(
  connection: DuckDBConnection,
  {
    paths,
    tempDir,
    timeZone,
    maxTempBytes,
  }: {
    readonly paths: readonly string[]
    readonly tempDir: string
    readonly timeZone: string
    readonly maxTempBytes: number
  },
): Promise<void> {
  await connection.run(`SET GLOBAL TimeZone = ${quoteText(timeZone)}`).catch((cause: unknown) => {
    throw new TidemarkError('query-parameter', { detail: `Unknown time zone: ${timeZone}.`, cause })
  })
  await connection.run(`SET temp_directory = ${quoteText(tempDir)}`)
  await connection.run(`SET max_temp_directory_size = '${maxTempBytes}B'`)
  await connection.run(`SET allowed_paths = [${paths.map(quoteText).join(', ')}]`)
  await connection.run('SET enable_external_access = false')
  await connection.run('SET lock_configuration = true')
}
