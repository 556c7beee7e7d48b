import { admins, type Actor } from '@tidemark/shared/access/actor'
import { flagPrefix, flagSchema } from '@tidemark/shared/flags/flag'
import type { OwnFlags } from '@tidemark/shared/flags/own-flags'
import type { StoreReadTx } from '../store/store'
import { evaluateFlags } from './evaluate-flags'
import { rememberOwnFlags } from '../base/last-flags'

/**
 * Returns the actor's flags in a transaction's snapshot; null if the workspace never had a flag, so that nothing needs
 * to be sent.
 */
export async function readOwnFlags(tx: StoreReadTx, actor: Actor): Promise<OwnFlags | null> {
  // Includes deleted flags, because clients that have one must learn that it has gone.
  const stored = (await tx.listChanges(0, [admins])).filter(({ key }) => key.startsWith(flagPrefix))
  if (stored.length === 0) return null
  const flags = stored.flatMap(({ value }) => (value === null ? [] : [flagSchema.parse(value)]))
  const own = await evaluateFlags(flags, actor)
  rememberOwnFlags(actor, own)
  return own
}
