import { foldText } from '@tidemark/shared/base/fold-text'

/** Anything that can be searched by words. */
export interface Findable {
  readonly id: string
  readonly title: string
  readonly keywords?: string | undefined
}

/**
 * Returns the entries that match the query, best first. Every typed word must match: at the start of the title, of one
 * of its words, or of a keyword, inside the title, letter by letter within one word from its first, or as the initials of
 * several.
 * Equal matches keep `recentIds` first (the latest first), then their order. An empty query returns the recent ones,
 * then the rest.
 */
export function rankEntries<T extends Findable>(
  entries: readonly T[],
  query: string,
  recentIds: readonly string[],
  limit: number,
): readonly T[] {
  const words = foldText(query).split(/\s+/).filter(Boolean)
  const recencyById = new Map(recentIds.map((id, index) => [id, recentIds.length - index]))
  return entries
    .map((entry, index) => ({ entry, index, score: scoreOf(entry, words), recency: recencyById.get(entry.id) ?? 0 }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.recency - a.recency || a.index - b.index)
    .slice(0, limit)
    .map(({ entry }) => entry)
}

function scoreOf(entry: Findable, words: readonly string[]): number {
  if (words.length === 0) return 1
  const title = foldText(entry.title)
  const keywords = foldText(entry.keywords ?? '')
  let total = 0
  for (const word of words) {
    const score = wordScore(title, keywords, word)
    if (score === 0) return 0
    total += score
  }
  return title === words.join(' ') ? total + 10 : total
}

function wordScore(title: string, keywords: string, word: string): number {
  if (title.startsWith(word)) return 6
  if (startsWord(title, word)) return 5
  if (startsWord(keywords, word)) return 3
  if (title.includes(word)) return 2
  return word.length > 1 && hasLetters(title, word) ? 1 : 0
}

/** Matches within one word only: otherwise `share` would be found in “Move this dashboard to trash”. */
function hasLetters(title: string, letters: string): boolean {
  const words = title.match(/[\p{L}\p{N}]+/gu) ?? []
  const initials = words.map((word) => word.charAt(0)).join('')
  return [initials, ...words].some((word) => word.charAt(0) === letters.charAt(0) && isSubsequence(word, letters))
}

function startsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true
  }
  return false
}

function isSubsequence(text: string, letters: string): boolean {
  let from = 0
  for (const letter of letters) {
    const at = text.indexOf(letter, from)
    if (at === -1) return false
    from = at + letter.length
  }
  return true
}
