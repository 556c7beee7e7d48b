import { getInstallationId } from '../base/installation-id'
import type { Config } from '../base/config'
import type { Logger } from '../observability/log'
import { openSqliteStore } from './sqlite-store'
import type { Store } from './store'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import * as z from 'zod/mini'
import type { SqlTables } from './sql-tables'

export interface OpenedStore {
  readonly store: Store
  /** The id of this store. A browser keeps the data synced from different stores apart by it. */
  readonly storeId: string
}

/**
 * Opens the server's store: PostgreSQL if DATABASE_URL is set, else the SQLite file in the data folder. Fails as those
 * do and with `installation-damaged`.
 */
export async function openStore(config: Pick<Config, 'dataDir' | 'databaseUrl'>, log: Logger): Promise<OpenedStore> {
  const { dataDir, databaseUrl } = config
  const store =
    databaseUrl === undefined
      ? openSqliteStore({ folder: dataDir, log, startedAt: new Date() })
      : await (await import('./postgres-store')).openPostgresStore({ connectionString: databaseUrl, log })
  try {
    // Instances on one PostgreSQL have separate data folders but are one server to a browser.
    const storeId = databaseUrl === undefined ? getInstallationId(dataDir) : await readStoreId(store.tables)
    return { store, storeId }
  } catch (thrown) {
    await store.close()
    throw thrown
  }
}

const rowSchema = z.object({ installation: z.string().check(z.minLength(1)) })

/** Returns the id that a migration gave this database. */
async function readStoreId(tables: SqlTables): Promise<string> {
  const { rows } = await tables.read('SELECT installation FROM tidemark', [])
  const row = rowSchema.safeParse(rows[0])
  if (!row.success) throw new TidemarkError('store-corrupt', { detail: 'table tidemark has no row' })
  return row.data.installation
}
