import type { Actor } from './actor'
import { roleAtLeast } from './roles'

/** An audience that no entry has: who is in it is sent charts without the text of their SQL. */
export const withoutSql = 'without-sql'

/** Whether an actor may read what a chart asks with SQL, and not only what is answered. */
export function mayReadSql({ kind, role }: Pick<Actor, 'kind' | 'role'>): boolean {
  return kind !== 'publicLink' && roleAtLeast(role, 'explorer')
}
