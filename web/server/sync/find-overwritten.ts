import { personalAudience, type Actor } from '@tidemark/shared/access/actor'
import type { JsonValue } from '@tidemark/shared/base/json'
import { textHash } from '@tidemark/shared/base/text-hash'
import { entryTextOf } from '@tidemark/shared/history/entry-text'
import { overwrittenTextKey, textWrite, type OverwrittenText } from '@tidemark/shared/sync/overwritten-text'
import type { StoreReadTx, StoreWriteTx } from '../store/store'

/** The number of an entry's versions that are searched for a text. */
const maxVersions = 200

/**
 * Finds the author of a text that a mutation would overwrite although its sender has not seen it; otherwise null. Call
 * it before the mutation's writes. Mutations that write no text cost nothing.
 */
export async function findOverwritten(
  tx: StoreReadTx,
  actor: Actor,
  mutation: { readonly name: string; readonly args: JsonValue },
  at: number,
): Promise<OverwrittenText | null> {
  const write = textWrite(mutation.name, mutation.args)
  if (write === undefined) return null
  const { key, basedOn } = write
  const stored = await tx.getEntry(key)
  const text = entryTextOf(key, stored?.value ?? undefined)
  if (text === undefined || text.trim() === '' || text === write.text || textHash(text) === basedOn) return null
  const past = await tx.listPast(key, Number.MAX_SAFE_INTEGER, maxVersions)
  const wrote = past.find(({ previous }) => entryTextOf(key, previous ?? undefined) !== text)
  if (wrote === undefined || wrote.userId === actor.userId) return null
  return { userId: wrote.userId, key, by: actor.userId, version: wrote.version, at }
}

/** Stores the note for the person whose text was overwritten; it replaces an earlier note about the same text. */
export async function leaveOverwritten(tx: StoreWriteTx, overwritten: OverwrittenText): Promise<void> {
  await tx.putEntry(overwrittenTextKey(overwritten), { ...overwritten }, personalAudience(overwritten.userId))
}
