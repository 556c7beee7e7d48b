/**
 * The side that wins where both changed the same thing. mine: the later writer's. theirs: the earlier one's; undo uses
 * it.
 */
export type MergeWinner = 'mine' | 'theirs'

/**
 * The order of a list that two people changed: theirs, with what I added or moved since `base` after what is before it in my
 * list. What both added at the same place comes in the order in which it was written. Holds the keys of both; base: as both
 * began. Each list names a key once.
 */
export function mergeOrder(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
  winner: MergeWinner,
): readonly string[] {
  const [known, had, has] = [new Set(base), new Set(mine), new Set(theirs)]
  const movedByMe = movedKeys(base, mine)
  const movedByThem = winner === 'theirs' ? movedKeys(base, theirs) : new Set<string>()
  const isPlaced = (key: string) => !has.has(key) || (movedByMe.has(key) && !movedByThem.has(key))
  const order = theirs.filter((key) => !had.has(key) || !isPlaced(key))
  let at = 0
  for (const key of mine) {
    if (isPlaced(key)) {
      const isNewOfTheirs = (other: string | undefined) => other !== undefined && !known.has(other) && !had.has(other)
      while (isNewOfTheirs(order[at])) at += 1
      order.splice(at, 0, key)
      at += 1
    } else at = order.indexOf(key) + 1
  }
  return order
}

/** The fewest keys of both lists that, taken out, leave the others in the same order. */
function movedKeys(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const placesBefore = new Map(before.map((key, place) => [key, place]))
  const common = after.flatMap((key) => {
    const place = placesBefore.get(key)
    return place === undefined ? [] : [{ key, place }]
  })
  // longest[i]: the longest run of rising places that ends with the i-th key.
  const longest: { readonly length: number; readonly from: number }[] = []
  for (const [index, { place }] of common.entries()) {
    let best = { length: 1, from: -1 }
    for (const [from, earlier] of common.slice(0, index).entries()) {
      const length = (longest[from]?.length ?? 0) + 1
      if (earlier.place < place && length > best.length) best = { length, from }
    }
    longest.push(best)
  }
  const moved = new Set(common.map(({ key }) => key))
  let last = longest.reduce((best, { length }, index) => (length > (longest[best]?.length ?? 0) ? index : best), 0)
  while (last >= 0) {
    const kept = common[last]
    if (kept === undefined) break
    moved.delete(kept.key)
    last = longest[last]?.from ?? -1
  }
  return moved
}
