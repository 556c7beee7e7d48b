import { getInstallationId } from '../base/installation-id'
import type { Config } from '../base/config'
import type { Logger } from '../observability/log'
import { readStoreId } from './postgres-store-id'
import { openSqliteStore } from './sqlite-store'
import type { Store } from './store'

export interface OpenedStore {
  readonly store: Store
  /** Names this store: a browser keeps what it synced from it apart from every other store's. */
  readonly storeId: string
}

/**
 * Opens the store of a server: PostgreSQL where DATABASE_URL is set, else the file in the data folder. Fails as those do
 * and with `installation-damaged`.
 */
export async function openStore(config: Pick<Config, 'dataDir' | 'databaseUrl'>, log: Logger): Promise<OpenedStore> {
  const { dataDir, databaseUrl } = config
  const store =
    databaseUrl === undefined
      ? openSqliteStore({ folder: dataDir, log, startedAt: new Date() })
      : await (await import('./postgres-store')).openPostgresStore({ connectionString: databaseUrl, log })
  try {
    // Instances on one PostgreSQL have data folders of their own and are one server to a browser.
    const storeId = databaseUrl === undefined ? getInstallationId(dataDir) : await readStoreId(store.tables)
    return { store, storeId }
  } catch (thrown) {
    await store.close()
    throw thrown
  }
}
