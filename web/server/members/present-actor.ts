import type { Actor } from '@tidemark/shared/access/actor'
import { inTransaction } from '../accounts/account-database'
import type { StoreWriteTx } from '../store/store'
import { presentRole } from './member-service'

/** The actor in the role that a transaction finds them in. Fails with `forbidden` for who is no member any more. */
export async function presentActor(tx: StoreWriteTx, actor: Actor): Promise<Actor> {
  return { ...actor, role: await presentRole(inTransaction(tx.tables), actor) }
}
