import { inTransaction } from '@/server/store/accounts/account-database'
import type { AdmittedActor } from '@/server/base/admitted-actor'
import type { StoreWriteTx } from '@/server/store/store'
import { presentRole } from './member-service'

/**
 * Returns the actor with their role as of this transaction. Fails like `presentRole` if they are no longer admitted.
 */
export async function presentActor(tx: StoreWriteTx, actor: AdmittedActor): Promise<AdmittedActor> {
  return { ...actor, role: await presentRole(inTransaction(tx.tables), actor) }
}
