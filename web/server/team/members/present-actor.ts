import { inTransaction } from '@/server/store/accounts/account-database'
import type { AdmittedActor } from '@/server/base/admitted-actor'
import type { StoreWriteTx } from '@/server/store/store'
import { groupsOfMember } from '../groups/list-groups'
import { presentRole } from './member-service'

/**
 * Returns the actor with their role and groups as of this transaction. Fails like `presentRole` if they are no longer admitted.
 */
export async function presentActor(tx: StoreWriteTx, actor: AdmittedActor): Promise<AdmittedActor> {
  const database = inTransaction(tx.tables)
  const [role, groups] = await Promise.all([
    presentRole(database, actor),
    groupsOfMember(database, actor.orgId, actor.userId),
  ])
  return { ...actor, role, groups }
}
