import type { DatabaseTable } from '@tidemark/shared/connections/database-schema'
import { readableTablesOf } from '../connectors/readable-columns'
import type { RunnableQuery } from '../engine/engine-messages'
import type { RunPlan } from './plan-run'

type Asked = Pick<RunPlan, 'orgId' | 'connection' | 'query' | 'overReadable'>

/** What refusals said of tables that may be read in part: the next time they are not waited for. */
export interface KnownRefusals {
  readonly get: (plan: Asked) => readonly DatabaseTable[] | undefined
  readonly set: (plan: Asked, tables: readonly DatabaseTable[]) => void
  /** Rights may be others again. */
  readonly forget: (plan: Asked) => void
}

const mostRefusals = 1000

/** clock: Unix milliseconds. maxAgeMs: until a plan is tried as it is again. */
export function createKnownRefusals(clock: () => number, maxAgeMs: number): KnownRefusals {
  const refusals = new Map<string, { readonly at: number; readonly tables: readonly DatabaseTable[] }>()
  const keyOf = ({ orgId, connection, query }: Asked) =>
    JSON.stringify([orgId, connection?.id, connection?.settingsAt, query.sql])
  return {
    get: (plan) => {
      const known = refusals.get(keyOf(plan))
      return known !== undefined && clock() - known.at < maxAgeMs ? known.tables : undefined
    },
    set: (plan, tables) => {
      const key = keyOf(plan)
      refusals.delete(key)
      refusals.set(key, { at: clock(), tables })
      const [oldest] = refusals.keys()
      if (refusals.size > mostRefusals && oldest !== undefined) refusals.delete(oldest)
    },
    forget: (plan) => void refusals.delete(keyOf(plan)),
  }
}

/**
 * Runs a plan's query. A question for all columns of a table of which some may be read is asked again for those: the
 * rights were others when its table was chosen. known: where they are asked for at once.
 */
export async function overReadable<T>(
  plan: Asked,
  run: (query: RunnableQuery) => Promise<T>,
  known?: KnownRefusals,
): Promise<T> {
  const tables = known?.get(plan)
  const narrower = tables === undefined ? null : plan.overReadable(tables)
  if (narrower === null) return runAsItIs(plan, run, known)
  try {
    return await run(narrower)
  } catch (thrown) {
    if (readableTablesOf(thrown) === undefined) throw thrown
    known?.forget(plan)
    return runAsItIs(plan, run, known)
  }
}

async function runAsItIs<T>(
  plan: Asked,
  run: (query: RunnableQuery) => Promise<T>,
  known: KnownRefusals | undefined,
): Promise<T> {
  try {
    return await run(plan.query)
  } catch (thrown) {
    const tables = readableTablesOf(thrown)
    const other = tables === undefined ? null : plan.overReadable(tables)
    if (tables === undefined || other === null) throw thrown
    known?.set(plan, tables)
    return run(other)
  }
}
