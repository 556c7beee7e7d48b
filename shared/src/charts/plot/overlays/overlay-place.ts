import type { ValueScale } from '../numbers/value-scale'
import type { Box, LegendEntry } from '../plot'
import type { SlotValue } from '../slots-of'

/** Where the values and slots of a chart are drawn. bandPx: the width of a slot's band; 0 on a continuous axis. */
export interface OverlayPlace {
  readonly scale: Pick<ValueScale, 'domain' | 'isLog'>
  readonly px: (value: number) => number
  readonly box: Box
  readonly rows: boolean
  readonly slots: readonly { readonly slot: SlotValue; readonly px: number }[]
  readonly bandPx: number
}

/**
 * A trend line. of: its series; null for all. name: without how well it fits. entry: in the legend. at: its value at a
 * place along x, null for none.
 */
export interface TrendLine {
  readonly of: string | null
  readonly name: string
  readonly entry: LegendEntry
  readonly at: (along: number) => number | null
}
