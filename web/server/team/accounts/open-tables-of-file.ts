import { DatabaseSync } from '@photostructure/sqlite'
import { olderStore } from '@/server/operations/older-store'
import { mustBeOurs } from '@/server/store/sqlite-file'
import { currentSchema } from '@/server/store/migrations'
import { schemaOf } from '@/server/store/sqlite-migrations'
import { runSql } from '@/server/store/sqlite-tables'
import type { SqlTables } from '@/server/store/sql-tables'

/** How long to wait for a transaction of the server. */
const busyTimeoutMs = 5_000

/**
 * The tables of a store file that a server may have open: each statement is a transaction of its own, between two of the
 * server's. Fails with `store-corrupt`, `store-newer` or `store-older`.
 */
export function openTablesOfFile(path: string): { readonly tables: SqlTables; readonly close: () => Promise<void> } {
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs })
  try {
    mustBeOurs(database, path)
    if (schemaOf(database) < currentSchema) throw olderStore(path)
  } catch (thrown) {
    database.close()
    throw thrown
  }
  const run: SqlTables['read'] = async (sql, values) => runSql(database, sql, values)
  return { tables: { engine: 'sqlite', read: run, write: run }, close: async () => database.close() }
}
