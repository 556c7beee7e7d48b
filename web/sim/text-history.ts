import type { Actor } from '@tidemark/shared/access/actor'
import type { JsonObject, JsonValue } from '@tidemark/shared/base/json'
import { textHash } from '@tidemark/shared/base/text-hash'
import { entryTextOf } from '@tidemark/shared/history/entry-text'
import { textWrite, type OverwrittenText } from '@tidemark/shared/sync/overwritten-text'

/** A change of an entry's text: its author and the previous text; undefined: none. */
interface TextRevision {
  readonly version: number
  readonly userId: string
  readonly previous: string | undefined
}

/** The revisions of entries with a text, by key, latest last. */
export type TextHistory = ReadonlyMap<string, readonly TextRevision[]>

type Entries = ReadonlyMap<string, { readonly value: JsonObject | null }>

/**
 * Returns the author of a text that the writer would overwrite without having seen or written it; null if there is
 * none.
 */
export function overwrittenBy(
  actor: Actor,
  { name, args }: { readonly name: string; readonly args: JsonValue },
  { entries, history, at }: { readonly entries: Entries; readonly history: TextHistory; readonly at: number },
): OverwrittenText | null {
  const write = textWrite(name, args)
  if (write === undefined) return null
  const text = entryTextOf(write.key, entries.get(write.key)?.value ?? undefined)
  if (text === undefined || text.trim() === '' || text === write.text || textHash(text) === write.basedOn) return null
  const wrote = history.get(write.key)?.findLast(({ previous }) => previous !== text)
  if (wrote === undefined || wrote.userId === actor.userId) return null
  return { userId: wrote.userId, key: write.key, by: actor.userId, version: wrote.version, at }
}

/**
 * Adds the revisions of a mutation to the history. A version has one revision per entry, however often it was written.
 */
export function withRevisions(
  history: TextHistory,
  before: Entries,
  after: Entries,
  { version, userId }: Pick<TextRevision, 'version' | 'userId'>,
): TextHistory {
  const next = new Map(history)
  for (const [key, { value }] of after) {
    const old = before.get(key)?.value
    if (old === value) continue
    const [previous, text] = [entryTextOf(key, old ?? undefined), entryTextOf(key, value ?? undefined)]
    const revisions = next.get(key) ?? []
    if (previous !== text && revisions.at(-1)?.version !== version)
      next.set(key, [...revisions, { version, userId, previous }])
  }
  return next
}
