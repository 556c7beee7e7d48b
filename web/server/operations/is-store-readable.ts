import { localOrgId } from '@tidemark/shared/access/actor'
import { storeTables } from './portable-tables'
import type { Store } from '../store/store'

/** Reads at most one row of each table; fails if a table is missing. */
const probeTables = `SELECT ${storeTables.map((name) => `EXISTS (SELECT 1 FROM "${name}")`).join(', ')}`

/** Returns true if a transaction can begin and every table can be read. */
export async function isStoreReadable(store: Store): Promise<boolean> {
  const reads = [
    store.read(localOrgId, async (tx) => tx.getOrg()),
    store.tables.read(probeTables, [], 'look-at-tables'),
  ]
  return await Promise.all(reads).then(
    () => true,
    () => false,
  )
}
