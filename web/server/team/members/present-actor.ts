import { inTransaction } from '@/server/store/accounts/account-database'
import type { AdmittedActor } from '@/server/base/admitted-actor'
import type { StoreWriteTx } from '@/server/store/store'
import { presentRole } from './member-service'

/** The actor in the role that a transaction finds them in. Fails like `presentRole` for who is let in no more. */
export async function presentActor(tx: StoreWriteTx, actor: AdmittedActor): Promise<AdmittedActor> {
  return { ...actor, role: await presentRole(inTransaction(tx.tables), actor) }
}
