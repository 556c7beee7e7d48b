import { foldText } from '@tidemark/shared/base/fold-text'

/** A member who can be named. */
export interface Mentionable {
  readonly userId: string
  readonly name: string
}

/** A mention that is being typed: where its `@` is in the text, and the text after it. */
export interface MentionTyped {
  readonly from: number
  readonly query: string
}

const longestQuery = 40

/** Returns the mention that is being typed at the caret; null where there is none. */
export function mentionAt(text: string, caret: number): MentionTyped | null {
  const before = text.slice(0, caret)
  const from = before.lastIndexOf('@')
  if (from < 0 || caret - from > longestQuery) return null
  // An `@` in the middle of a word is an address.
  if (from > 0 && /[\p{L}\p{N}_.]/u.test(before[from - 1] ?? '')) return null
  const query = before.slice(from + 1)
  return /\n|\s\s|^\s/.test(query) ? null : { from, query }
}

const mostOffered = 6

/** Returns the members whose names have a word that begins with what was typed, in the order of the list. */
export function offeredFor(query: string, members: readonly Mentionable[]): readonly Mentionable[] {
  const asked = foldText(query)
  return members
    .filter(({ name }) => {
      const folded = foldText(name)
      return folded.startsWith(asked) || folded.split(/\s+/).some((word) => word.startsWith(asked))
    })
    .slice(0, mostOffered)
}

/** Writes a member's name in the place of what was typed; returns the text and the caret after it. */
export function withMention(
  text: string,
  { from, query }: MentionTyped,
  { name }: Mentionable,
): { readonly text: string; readonly caret: number } {
  const written = `@${name} `
  const rest = text.slice(from + 1 + query.length).replace(/^ /, '')
  return { text: text.slice(0, from) + written + rest, caret: from + written.length }
}

/** Returns the ids of the members whom a text names; of names that begin alike, the longest counts. */
export function mentionsIn(text: string, members: readonly Mentionable[]): string[] {
  const byLength = members.toSorted((a, b) => b.name.length - a.name.length)
  const found = new Set<string>()
  for (const at of text.matchAll(/(?<![\p{L}\p{N}_.])@/gu)) {
    const rest = text.slice(at.index + 1)
    const named = byLength.find(({ name }) => rest.startsWith(name) && !/^[\p{L}\p{N}_]/u.test(rest.slice(name.length)))
    if (named !== undefined) found.add(named.userId)
  }
  return [...found]
}
