/** The ends of each value on the axis; null if nothing is drawn. */
export interface StackSpan {
  readonly low: number
  readonly high: number
}

export type SpanGrid = readonly (readonly (StackSpan | null)[])[]

type Values = readonly (readonly (number | null | undefined)[])[]

/** Returns spans that reach from zero to each value. */
export function unstacked(values: Values): SpanGrid {
  return values.map((series) =>
    series.map((value) => (value === null || value === undefined ? null : { low: 0, high: value })),
  )
}

/**
 * Stacks series, the first at the bottom: positive values upwards, negative ones downwards. values: per series, per
 * slot.
 *
 * percent: as shares of the slot's total (0 … 1); a slot without values or with a total of zero has none. A missing
 * value between others counts as zero.
 */
export function stacked(values: Values, percent: boolean): SpanGrid {
  const length = values[0]?.length ?? 0
  const grid: (StackSpan | null)[][] = values.map(() => Array(length).fill(null))
  for (let slot = 0; slot < length; slot++) {
    const column = values.map((series) => series[slot])
    if (column.every((value) => value === null || value === undefined)) continue
    const total = column.reduce<number>((sum, value) => sum + Math.abs(value ?? 0), 0)
    if (percent && total === 0) continue
    let up = 0
    let down = 0
    column.forEach((value, index) => {
      const row = grid[index]
      if (row === undefined) return
      const part = (value ?? 0) / (percent ? total : 1)
      if (part >= 0) row[slot] = { low: up, high: (up += part) }
      else row[slot] = { low: down, high: (down += part) }
    })
  }
  return grid
}
