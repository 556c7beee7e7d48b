import { LRUCache } from 'lru-cache'
import type { DatabaseSchema, DatabaseTable } from '@tidemark/shared/connections/database-schema'
import { readableTablesOf } from '@/server/connectors/readable-columns'
import type { RunnableQuery } from '@/server/engine/process/engine-messages'
import type { RunPlan } from './plan-run'

type Asked = Pick<RunPlan, 'orgId' | 'connection' | 'query' | 'overReadable'>

/**
 * Caches refusals of queries on tables of which some columns may be read, so that the narrower query is asked at once
 * next time.
 */
export interface RefusalCache {
  readonly get: (plan: Asked) => readonly DatabaseTable[] | undefined
  readonly set: (plan: Asked, tables: readonly DatabaseTable[]) => void
  /** Notes that rights may have changed; the unchanged query is tried next time. */
  readonly doubt: (plan: Asked) => void
  /**
   * Notes that the unchanged query succeeded. Its refusal, if any, is dropped; other refusals on the same tables are
   * tried again.
   */
  readonly end: (plan: Asked) => void
  /** Learns the readable columns of a connection's tables from a schema just read. */
  readonly learn: (orgId: string, connectionId: string, schema: Pick<DatabaseSchema, 'tables'>) => void
}

interface CachedRefusal {
  readonly orgId: string
  readonly connectionId: string
  readonly at: number
  /** The tables of which some columns may be read. */
  tables: readonly DatabaseTable[]
  isDoubted: boolean
}

interface RefusalCacheOptions {
  /** Unix milliseconds. */
  readonly clock: () => number
  /** Called when more of a connection's data may be read than before. */
  readonly onMore?: (orgId: string, connectionId: string) => void
}

const maxRefusals = 1000
/**
 * The time after which the unchanged query is tried again; as long as schemas are cached, from which people choose
 * tables.
 */
const maxAgeMs = 10 * 60_000

export function createRefusalCache({ clock, onMore = () => undefined }: RefusalCacheOptions): RefusalCache {
  const refusals = new LRUCache<string, CachedRefusal>({ max: maxRefusals })
  const keyOf = ({ orgId, connection, query }: Asked) =>
    JSON.stringify([orgId, connection?.id, connection?.settingsAt, query.sql])
  // There is almost always no refusal, and every query calls this.
  const find = (plan: Asked) => (refusals.size === 0 ? undefined : refusals.get(keyOf(plan)))
  const ofConnection = (orgId: string, connectionId: string) =>
    [...refusals].filter(([, known]) => known.orgId === orgId && known.connectionId === connectionId)
  return {
    get: (plan) => {
      const known = find(plan)
      return known !== undefined && !known.isDoubted && clock() - known.at < maxAgeMs ? known.tables : undefined
    },
    set: (plan, tables) => {
      const { orgId, connection } = plan
      // The engine's own tables are always readable.
      if (connection === null) return
      refusals.set(keyOf(plan), { orgId, connectionId: connection.id, at: clock(), tables, isDoubted: false })
    },
    doubt: (plan) => {
      const known = find(plan)
      if (known !== undefined) known.isDoubted = true
    },
    end: (plan) => {
      const known = find(plan)
      if (known === undefined) return
      refusals.delete(keyOf(plan))
      const { orgId, connectionId, tables } = known
      const names = new Set(tables.map(fullNameOf))
      for (const [, other] of ofConnection(orgId, connectionId))
        if (other.tables.some((table) => names.has(fullNameOf(table)))) other.isDoubted = true
      onMore(orgId, connectionId)
    },
    learn: (orgId, connectionId, schema) => {
      const refusalsHere = ofConnection(orgId, connectionId)
      if (refusalsHere.length === 0) return
      const tablesByName = new Map(schema.tables.map((table) => [fullNameOf(table), table]))
      for (const [key, known] of refusalsHere) {
        known.tables = known.tables
          .map((table) => tablesByName.get(fullNameOf(table)) ?? table)
          .filter(({ hidesColumns }) => hidesColumns)
        if (known.tables.length === 0) refusals.delete(key)
      }
    },
  }
}

function fullNameOf({ schema, name }: DatabaseTable): string {
  return JSON.stringify([schema, name])
}

/**
 * Runs a plan's query. If the user of a connection may read only some columns of a table, a question for all of them is
 * asked again for those: the rights have changed since the table was chosen. known: remembered refusals, whose narrower
 * query is asked at once.
 */
export async function overReadable<T>(
  plan: Asked,
  run: (query: RunnableQuery) => Promise<T>,
  known?: RefusalCache,
): Promise<T> {
  const tables = known?.get(plan)
  const narrower = tables === undefined ? null : plan.overReadable(tables)
  if (narrower === null) return runAsItIs(plan, run, known)
  try {
    return await run(narrower)
  } catch (thrown) {
    if (readableTablesOf(thrown) === undefined) throw thrown
    known?.doubt(plan)
    return runAsItIs(plan, run, known)
  }
}

async function runAsItIs<T>(
  plan: Asked,
  run: (query: RunnableQuery) => Promise<T>,
  known: RefusalCache | undefined,
): Promise<T> {
  try {
    const answer = await run(plan.query)
    known?.end(plan)
    return answer
  } catch (thrown) {
    const tables = readableTablesOf(thrown)
    const other = tables === undefined ? null : plan.overReadable(tables)
    if (tables === undefined || other === null) throw thrown
    known?.set(plan, tables)
    return run(other)
  }
}
