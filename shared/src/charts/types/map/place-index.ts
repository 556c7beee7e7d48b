const notTelling = new Set(['the', 'of', 'and'])

/** Returns what spellings of one place have in common: its words without accents, points, case and order. */
function placeKey(text: string): string {
  const words = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’'.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .map((word) => (word === 'st' ? 'saint' : word))
    .filter((word) => !notTelling.has(word))
  return [...new Set(words)].toSorted().join(' ')
}

/** Looks ids of places up by any spelling of their names. The first place of a name keeps it. */
export class PlaceIndex {
  private readonly idsByKey = new Map<string, string>()

  add(name: string, id: string): void {
    const key = placeKey(name)
    if (key !== '' && !this.idsByKey.has(key)) this.idsByKey.set(key, id)
  }

  get(name: string): string | null {
    // What stands in brackets is another name, or tells more than the name: Bolivia (Plurinational State of).
    const short = name.replace(/\s*\([^)]*\)\s*/g, ' ')
    return this.idsByKey.get(placeKey(name)) ?? this.idsByKey.get(placeKey(short)) ?? null
  }
}
