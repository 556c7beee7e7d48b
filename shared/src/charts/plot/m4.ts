/**
 * Selects the points of a long line that keep its appearance: in each column of pixels the first, last, lowest and
 * highest (M4: Jugel et al., VLDB 2014), and the nulls between columns.
 *
 * xs: ascending. Adds the indexes of the kept points to `keep`.
 */
export function keepM4(
  xs: readonly number[],
  ys: readonly (number | null)[],
  columns: number,
  keep: Set<number>,
): void {
  const first = xs[0] ?? 0
  const width = ((xs.at(-1) ?? 0) - first) / columns || 1
  let column = -1
  let picks: { start: number; end: number; low: number; high: number } | null = null
  let nullAt = -1
  const flush = () => {
    if (picks !== null) for (const index of [picks.start, picks.end, picks.low, picks.high]) keep.add(index)
    else if (nullAt >= 0) keep.add(nullAt)
    picks = null
    nullAt = -1
  }
  for (let index = 0; index < xs.length; index++) {
    const at = Math.min(columns - 1, Math.floor(((xs[index] ?? 0) - first) / width))
    if (at !== column) {
      flush()
      column = at
    }
    const y = ys[index] ?? null
    if (y === null) {
      nullAt = index
      continue
    }
    if (picks === null) picks = { start: index, end: index, low: index, high: index }
    picks.end = index
    if (y < (ys[picks.low] ?? 0)) picks.low = index
    if (y > (ys[picks.high] ?? 0)) picks.high = index
  }
  flush()
}
