/** The candidate that a misspelt name most likely means: the fewest edits, at most a third of its length; else undefined. */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  let nearest: string | undefined
  let fewest = Math.max(1, Math.floor(name.length / 3)) + 1
  for (const candidate of candidates) {
    const edits = editDistance(name.toLowerCase(), candidate.toLowerCase())
    if (edits < fewest) [nearest, fewest] = [candidate, edits]
  }
  return nearest
}

/** Levenshtein distance, in which two neighbours that changed places are one edit. */
function editDistance(a: string, b: string): number {
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
