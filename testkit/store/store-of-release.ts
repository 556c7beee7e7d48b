import { readFileSync } from 'node:fs'
import type { SqlEngine } from '@/server/store/sql-tables'
import type { Store } from '@/server/store/store'

/**
 * Returns SQL that fills an empty database with a store as release 0.1.0 left it: schema 6, three versions of org
 * `acme`.
 */
export function storeOfRelease(engine: SqlEngine): string {
  return readFileSync(new URL(`stores/schema-6-${engine}.sql`, import.meta.url), 'utf8')
}

/** Returns the names of the folders in it. */
export async function namesOfRelease(store: Store): Promise<readonly unknown[]> {
  return await store.read('acme', async (tx) => (await tx.listEntries('folder/')).map(({ value }) => value.name))
}
