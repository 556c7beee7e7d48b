import { foldText } from '@tidemark/shared/base/fold-text'

/**
 * Returns the candidate that a misspelt name most likely means: the one with the fewest edits, ignoring case and
 * accents, and at most a third of the name's length; otherwise undefined. Ties go to the candidate with the same
 * accents, then to the first.
 */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(Array.from(foldText(name)).length / 3))
  let nearest: string | undefined
  let fewest = { edits: most, withAccents: Infinity }
  for (const candidate of candidates) {
    const edits = editDistance(foldText(name), foldText(candidate))
    if (edits > fewest.edits) continue
    const withAccents = editDistance(withoutCase(name), withoutCase(candidate))
    if (edits === fewest.edits && withAccents >= fewest.withAccents) continue
    nearest = candidate
    fewest = { edits, withAccents }
  }
  return nearest
}

/** Lower-cases a text and normalises it, so that a letter with an accent is one character however it was typed. */
function withoutCase(text: string): string {
  return text.toLowerCase().normalize()
}

/**
 * Returns the Levenshtein distance with swapped neighbours counted as one edit. Compares code points, so a surrogate
 * pair counts as one character.
 */
function editDistance(from: string, to: string): number {
  const [a, b] = [Array.from(from), Array.from(to)]
  let beforePrevious: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      const areSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const swapped = areSwapped ? (beforePrevious[column - 2] ?? 0) + 1 : Infinity
      current.push(Math.min(replaced, swapped, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    ;[beforePrevious, previous] = [previous, current]
  }
  return previous[b.length] ?? 0
}
