import { localOwner, type Actor } from '@tidemark/shared/access/actor'
import type { JsonObject } from '@tidemark/shared/base/json'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import type { KeyedEntry } from '@tidemark/shared/entries/entry-tx'
import type { RunItem, RunQueryRequest, RunResultLine } from '@tidemark/shared/query/run-query'
import { createConnectorRegistry } from '@/server/connectors/connector-registry'
import { openEngineFixture, silentLog, type EngineFixture } from '../engine/engine-fixture'
import type { Engine } from '@/server/engine/process/start-engine'
import type { SnapshotView, SyncService } from '@/server/sync/sync-service'
import { decodeLine, isResult } from '@/server/query/run/encoded-result'
import type { DataPath } from '@/server/query/plan/plan-run'
import { createQueryService, type QueryServiceOptions, type QueryService } from '@/server/query/run/query-service'

/** A query service on a real engine, for tests. Its entries are given directly, without a store. */
export interface QueryFixture {
  readonly engineFixture: EngineFixture
  readonly queries: QueryService
  /** The statements that the engine was asked to run, in order. */
  readonly executed: readonly string[]
  /** Entries by key; changes apply from the next request on. */
  readonly entries: Map<string, JsonObject>
  readonly sync: Pick<SyncService, 'readView'>
  readonly dataPath: DataPath
  readonly engine: Pick<Engine, 'run'>
  open(options?: Partial<QueryServiceOptions>): QueryService
  close(): Promise<void>
}

export const viewer: Actor = { ...localOwner, kind: 'person', userId: 'viewer', role: 'viewer' }

const authorship = { createdAt: 1, createdBy: 'local', updatedAt: 1, updatedBy: 'local' }
const inUse = { deletedAt: null, ...authorship }

/** Opens the fixture. moreTables: a SELECT per table name. */
export async function openQueryFixture(moreTables: Readonly<Record<string, string>> = {}): Promise<QueryFixture> {
  const engineFixture = await openEngineFixture({
    tables: {
      ...moreTables,
      orders: "SELECT i AS id, i * 1.5 AS total, ['a', 'b'][1 + i % 2] AS kind FROM range(1000) t(i)",
    },
  })
  const entries = new Map<string, JsonObject>([
    ['workspace/settings', { name: 'Test', timeZone: 'Europe/Berlin', weekStart: 1, ...authorship }],
    ['dataset/orders', datasetEntry('orders', 'v1')],
    ['chart/kinds', chartEntry('kinds', 'SELECT kind, count(*) AS n FROM orders GROUP BY kind ORDER BY kind')],
    ['chart/broken', chartEntry('broken', 'SELECT secret_formula FROM orders')],
    ['chart/rows', chartEntry('rows', 'SELECT * FROM range(20000)')],
    ['chart/deleted', { ...chartEntry('deleted', 'SELECT 1'), deletedAt: 5 }],
  ])
  const executed: string[] = []
  const engine: Pick<Engine, 'run'> = {
    run: (query, signal) => {
      executed.push(query.sql)
      return engineFixture.engine.run(query, signal)
    },
  }
  // No passwords are stored here.
  const connectors = createConnectorRegistry({ get: async () => undefined }, () => {
    throw new Error('a connector was made without a password')
  })
  const sync = { readView: createReadView(entries) }
  const dataPath: DataPath = (id) => engineFixture.catalog.tables.find((table) => table.name === id)?.path ?? ''
  const open: QueryFixture['open'] = (options) =>
    createQueryService({
      engine,
      connections: {
        run: (orgId, connection, query, signal) =>
          connectors.use(orgId, connection, (connector) => connector.run(query, signal)),
      },
      sync,
      categoryHues: noHues,
      dataPath,
      log: silentLog,
      ...options,
    })
  return {
    engineFixture,
    queries: open(),
    executed,
    entries,
    sync,
    dataPath,
    engine,
    open,
    close: () => engineFixture.close(),
  }
}

/** For tests that are not about colours: hues without a store. */
export const noHues: QueryServiceOptions['categoryHues'] = { of: async () => undefined }

export function datasetEntry(tableName: string, versionId: string): JsonObject {
  return {
    id: tableName,
    name: tableName,
    tableName,
    description: '',
    format: 'csv',
    fileName: 'x.csv',
    versionId,
    rowCount: 1,
    sizeBytes: 1,
    columns: [],
    notes: [],
    sourceUrl: null,
    licence: null,
    ...inUse,
  }
}

export function chartEntry(id: string, sql: string): JsonObject {
  return {
    id,
    folderId: null,
    name: id,
    description: '',
    query: { kind: 'sql', connectionId: 'local', sql },
    visual: { ...defaultVisual, type: 'bar' },
    order: 'a0',
    ...inUse,
  }
}

export function sqlItem(sql: string, changes?: Partial<RunItem>): RunItem {
  return { query: { kind: 'sql', connectionId: 'local', sql }, ...changes }
}

let requestCount = 0

export function requestOf(...items: readonly RunItem[]): RunQueryRequest {
  requestCount += 1
  return { runId: `run-${requestCount}`, items: [...items] }
}

export async function runAll(
  queries: QueryService,
  request: RunQueryRequest,
  {
    actor = localOwner,
    signal = new AbortController().signal,
  }: { readonly actor?: Actor; readonly signal?: AbortSignal } = {},
): Promise<RunResultLine[]> {
  const lines: RunResultLine[] = []
  for await (const line of decoded(queries.runEncoded(actor, request, signal))) lines.push(line)
  return lines.sort((a, b) => a.item - b.item)
}

/** Returns the results among the lines of an answer. */
export async function* decoded(lines: ReturnType<QueryService['runEncoded']>): AsyncGenerator<RunResultLine> {
  for await (const line of lines) if (isResult(line)) yield decodeLine(line)
}

function createReadView(entries: ReadonlyMap<string, JsonObject>): SyncService['readView'] {
  return async () => {
    const sorted: readonly KeyedEntry[] = [...entries].sort(([a], [b]) => (a < b ? -1 : 1))
    const snapshot: SnapshotView['snapshot'] = {
      cookie: { order: 1, e: 0, v: 1, a: '' },
      complete: true,
      entries: sorted,
    }
    const view = {
      get: (key: string) => entries.get(key),
      scan: (prefix: string) => sorted.filter(([key]) => key.startsWith(prefix)),
    }
    return { view, snapshot, withheldCharts: new Set() }
  }
}
