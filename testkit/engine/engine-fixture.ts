import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { RunResult } from '@tidemark/shared/query/run-query'
import type { Logger } from '@/server/observability/log'
import { bundleProcess } from './bundle-fixture'
import type { EngineCatalog, EngineQuery } from '@/server/engine/process/engine-messages'
import { startEngine, type Engine, type EngineOptions } from '@/server/engine/process/start-engine'

/** A real engine process on real Parquet files, for tests. */
export interface EngineFixture {
  readonly engine: Engine
  readonly catalog: EngineCatalog
  /** Contains everything: `files/<table>.parquet`, `secret.txt`, `tmp/`. */
  readonly dataDir: string
  query(sql: string, changes?: Partial<EngineQuery>): EngineQuery
  run(sql: string, changes?: Partial<EngineQuery>, signal?: AbortSignal): Promise<DecodedResult>
  close(): Promise<void>
}

export type DecodedResult = Pick<RunResult, 'fields' | 'columns' | 'rowCount' | 'truncated'> & {
  readonly appliedFilters: readonly string[]
  readonly ignoredFilters: readonly string[]
}

export interface EngineFixtureOptions {
  /** A SELECT per table name; its rows become that table's file. */
  readonly tables: Readonly<Record<string, string>>
  readonly settings?: EngineOptions['settings']
}

export const silentLog: Logger = { error: () => undefined, info: () => undefined, debug: () => undefined }

export async function openEngineFixture({ tables, settings }: EngineFixtureOptions): Promise<EngineFixture> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-engine-'))
  const catalog = await writeTables(join(dataDir, 'files'), tables)
  const entry = await bundleProcess('engine/process/engine-process.ts')
  const engine = startEngine({
    entryPath: entry.path,
    tempDir: join(dataDir, 'tmp', 'engine'),
    dataDir,
    log: silentLog,
    interruptGraceMs: 500,
    settings: { threads: 2, memoryLimitBytes: 512 * 1024 ** 2, maxTempBytes: 256 * 1024 ** 2, ...settings },
  })
  const query: EngineFixture['query'] = (sql, changes) => ({
    catalog,
    timeZone: 'UTC',
    sql,
    params: {},
    filters: [],
    rowLimit: { rows: 10_000, reason: 'rows' },
    maxBytes: 32 * 1024 * 1024,
    ...changes,
  })
  return {
    engine,
    catalog,
    dataDir,
    query,
    run: async (sql, changes, signal = new AbortController().signal) => {
      const { members, appliedFilters, ignoredFilters } = await engine.run(query(sql, changes), signal)
      // The engine's members are those of RunResult; `encode-column.test.ts` checks their values.
      return { ...(JSON.parse(`{${Buffer.from(members).toString()}}`) as RunResult), appliedFilters, ignoredFilters }
    },
    close: async () => {
      await engine.close()
      entry.remove()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export async function writeTables(folder: string, tables: Readonly<Record<string, string>>): Promise<EngineCatalog> {
  mkdirSync(folder, { recursive: true })
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  for (const [name, select] of Object.entries(tables)) {
    await connection.run(`COPY (${select}) TO '${join(folder, `${name}.parquet`)}' (FORMAT parquet)`)
  }
  connection.closeSync()
  instance.closeSync()
  return { key: folder, tables: Object.keys(tables).map((name) => ({ name, path: join(folder, `${name}.parquet`) })) }
}
