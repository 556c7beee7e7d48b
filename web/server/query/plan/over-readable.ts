import { LRUCache } from 'lru-cache'
import type { DatabaseSchema, DatabaseTable } from '@tidemark/shared/connections/database-schema'
import { readableTablesOf } from '@/server/connectors/readable-columns'
import type { RunnableQuery } from '@/server/engine/process/engine-messages'
import type { RunPlan } from './plan-run'

type Asked = Pick<RunPlan, 'orgId' | 'connection' | 'query' | 'overReadable'>

/** A cache of refusals for tables that may be read in part: the next time nobody waits for them. */
export interface RefusalCache {
  readonly get: (plan: Asked) => readonly DatabaseTable[] | undefined
  readonly set: (plan: Asked, tables: readonly DatabaseTable[]) => void
  /** Rights may be others again: it is asked as it is the next time. */
  readonly doubt: (plan: Asked) => void
  /** It was answered as it is: where it was refused before, its tables may be read again, also by others. */
  readonly end: (plan: Asked) => void
  /** Learns the readable columns of a connection's tables from a schema just read. */
  readonly learn: (orgId: string, connectionId: string, schema: Pick<DatabaseSchema, 'tables'>) => void
}

interface CachedRefusal {
  readonly orgId: string
  readonly connectionId: string
  readonly at: number
  /** Those that may be read in part. */
  tables: readonly DatabaseTable[]
  isDoubted: boolean
}

interface RefusalCacheOptions {
  /** Unix milliseconds. */
  readonly clock: () => number
  /** More of a connection may be read than before. */
  readonly onMore?: (orgId: string, connectionId: string) => void
}

const maxRefusals = 1000
/** Until a plan is tried as it is again: as long as schemas are kept, from which tables are chosen. */
const maxAgeMs = 10 * 60_000

export function createRefusalCache({ clock, onMore = () => undefined }: RefusalCacheOptions): RefusalCache {
  const refusals = new LRUCache<string, CachedRefusal>({ max: maxRefusals })
  const keyOf = ({ orgId, connection, query }: Asked) =>
    JSON.stringify([orgId, connection?.id, connection?.settingsAt, query.sql])
  // Nearly always there is none, and each question asks.
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
      // The engine's tables may be read.
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
      const those = ofConnection(orgId, connectionId)
      if (those.length === 0) return
      const tablesByName = new Map(schema.tables.map((table) => [fullNameOf(table), table]))
      for (const [key, known] of those) {
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
 * Runs a plan's query. A question for all columns of a table of which some may be read is asked again for those: the
 * rights were others when its table was chosen. known: where they are asked for at once.
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
