import { localOrgId } from '@tidemark/shared/access/actor'
import { storeTables } from './portable-tables'
import type { Store } from '../store/store'

/** Looks at no more than a row of each; one that is not there fails it. */
const lookAtTables = `SELECT ${storeTables.map((name) => `EXISTS (SELECT 1 FROM "${name}")`).join(', ')}`

/** True if a transaction can be had, and each table be read. */
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
