import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import * as z from 'zod/mini'

/** A run of SQL by the person in this browser. at: Unix milliseconds. */
const runRecordSchema = z.object({
  at: z.number(),
  chartId: z.string(),
  chartName: z.string(),
  connectionId: z.string(),
  sql: z.string(),
  outcome: z.enum(['success', 'failed']),
  rowCount: z.number(),
  elapsedMs: z.number(),
})
export type RunRecord = z.infer<typeof runRecordSchema>

interface RunDatabase extends DBSchema {
  runs: { key: number; value: RunRecord }
}

const maxRuns = 500

/** Stores a run and deletes the oldest if there are many. Does nothing if the browser stores nothing. */
export async function addRun(databaseName: string, record: RunRecord): Promise<void> {
  await withRuns(databaseName, async (database) => {
    const keys = await database.getAllKeys('runs')
    const latest = keys.at(-1)
    const before = latest === undefined ? undefined : await database.get('runs', latest)
    // Running the same text again replaces its last run.
    if (latest !== undefined && before?.sql === record.sql && before.chartId === record.chartId)
      await database.delete('runs', latest)
    await database.put('runs', record)
    for (const key of keys.slice(0, Math.max(0, keys.length + 1 - maxRuns))) await database.delete('runs', key)
  })
}

/** Lists the stored runs, newest first. */
export async function listRuns(databaseName: string): Promise<readonly RunRecord[]> {
  const kept = await withRuns(databaseName, (database) => database.getAll('runs'))
  return (kept ?? []).flatMap((record) => runRecordSchema.safeParse(record).data ?? []).toReversed()
}

/** Opens the database for one use and closes it, because signing out deletes it. */
async function withRuns<T>(databaseName: string, run: (database: IDBPDatabase<RunDatabase>) => Promise<T>) {
  try {
    const database = await openDB<RunDatabase>(`${databaseName}:runs`, 1, {
      upgrade: (created) => void created.createObjectStore('runs', { keyPath: 'at' }),
    })
    try {
      return await run(database)
    } finally {
      database.close()
    }
  } catch (thrown) {
    // Storage is blocked or full: the editor works without its history.
    console.debug('the history of runs is not available', thrown)
    return undefined
  }
}
