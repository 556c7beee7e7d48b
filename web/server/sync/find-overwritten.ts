import { personalAudience, type Actor } from '@tidemark/shared/access/actor'
import type { JsonValue } from '@tidemark/shared/base/json'
import { textHash } from '@tidemark/shared/base/text-hash'
import { entryTextOf } from '@tidemark/shared/history/entry-text'
import { overwrittenTextKey, textWrite, type OverwrittenText } from '@tidemark/shared/sync/overwritten-text'
import type { StoreReadTx, StoreWriteTx } from '../store/store'

/** How far back in an entry's history its text is looked for. */
const maxVersions = 200

/**
 * Finds the author of a text that a mutation is about to overwrite without its person having seen it; null where there
 * is none. Called before the mutation's writes. Costs nothing for mutations that write no text.
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

/** Leaves it for the person whose text it was, in the place of an earlier one about the same text. */
export async function leaveOverwritten(tx: StoreWriteTx, overwritten: OverwrittenText): Promise<void> {
  await tx.putEntry(overwrittenTextKey(overwritten), { ...overwritten }, personalAudience(overwritten.userId))
}
