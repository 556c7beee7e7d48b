import { localOrgId } from '@tidemark/shared/access/actor'
import { storeTables } from './portable-tables'
import type { Store } from '../store/store'

/** Reads at most one row of each table; fails if a table is missing. */
const lookAtTables = `SELECT ${storeTables.map((name) => `EXISTS (SELECT 1 FROM "${name}")`).join(', ')}`

/** Returns true if a transaction can begin and every table can be read. */
export async function isStoreReadable(store: Store): Promise<boolean> {
  const looks = [
    store.read(localOrgId, async (tx) => tx.getOrg()),
    store.tables.read(lookAtTables, [], 'look-at-tables'),
  ]
  return await Promise.all(looks).then(
    () => true,
    () => false,
  )
}
