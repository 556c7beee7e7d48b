import type { RunnableQuery } from '../engine/engine-messages'
import { readableTablesOf } from '../connectors/readable-columns'
import type { RunPlan } from './plan-run'

/**
 * Runs a plan's query. A question for all columns of a table of which some may be read is asked again for those: the
 * rights were others when its table was chosen.
 */
export async function overReadable<T>(
  { query, overReadable: narrower }: Pick<RunPlan, 'query' | 'overReadable'>,
  run: (query: RunnableQuery) => Promise<T>,
): Promise<T> {
  try {
    return await run(query)
  } catch (thrown) {
    const tables = readableTablesOf(thrown)
    const other = tables === undefined ? null : narrower(tables)
    if (other === null) throw thrown
    return run(other)
  }
}
