import type { PlotSeries, Slot } from './plot'

/** The ends of a series at a slot, stacked ones included. */
export interface SlotEnds {
  readonly low: number
  readonly high: number
}

/**
 * The ends at each slot of a series that goes on over slots without a row of its own and is parted by rows without a value:
 * at slots without a row those of the straight line between its neighbours. Null where nothing is drawn.
 */
export function bridgeSlots({ points }: PlotSeries, slots: readonly Slot[]): readonly (SlotEnds | null)[] {
  const ends = points.map(({ low, high }): SlotEnds | null => (low === null || high === null ? null : { low, high }))
  let from = -1
  points.forEach(({ n }, at) => {
    const to = ends[at] ?? null
    if (to === null) {
      if (n > 0) from = -1
      return
    }
    const start = ends[from] ?? null
    const first = slots[from]?.position ?? 0
    const length = (slots[at]?.position ?? 0) - first
    for (let between = start === null ? at : from + 1; between < at; between++) {
      const share = ((slots[between]?.position ?? 0) - first) / length
      ends[between] = {
        low: along(start?.low ?? 0, to.low, share),
        high: along(start?.high ?? 0, to.high, share),
      }
    }
    from = at
  })
  return ends
}

function along(from: number, to: number, share: number): number {
  return from + (to - from) * share
}
