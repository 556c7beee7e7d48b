import { columnLabel } from '../../../query/field'
import type { Goal } from '../../chart-visual'
import { typedNumber } from '../numbers/typed-number'

/** Returns the name of a goal that has none of its own. */
export function goalName({ kind, value, to, column }: Omit<Goal, 'label'>): string {
  switch (kind) {
    case 'number':
      return to.trim() === '' ? 'Goal' : 'Band'
    case 'column':
      return column === null ? 'Goal' : columnLabel(column)
    case 'mean':
      return 'Mean'
    case 'median':
      return 'Median'
    case 'percentile':
      return `${ordinal(percentileOf(value) ?? 0)} percentile`
  }
}

/** Returns the percentile that was typed, from 0 to 100; null for anything else. */
export function percentileOf(text: string): number | null {
  const rank = typedNumber(text.replace(/%$/, ''))
  return rank !== null && rank >= 0 && rank <= 100 ? rank : null
}

function ordinal(rank: number): string {
  const last = rank % 10
  const isTeen = Math.floor((rank % 100) / 10) === 1
  const suffix =
    isTeen || !Number.isInteger(rank) ? 'th' : last === 1 ? 'st' : last === 2 ? 'nd' : last === 3 ? 'rd' : 'th'
  return `${rank}${suffix}`
}
