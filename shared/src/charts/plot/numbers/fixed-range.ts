import { ticks } from 'd3-array'
import type { ChartVisual } from '../../chart-visual'
import type { NumberFormatter } from './format-number'
import { logTicks } from './log-scale'
import { typedNumber } from './typed-number'
import type { ValueScale } from './value-scale'

export interface RangedScale {
  readonly scale: ValueScale
  /** Says why an end that somebody chose is not used; empty if all are. */
  readonly notes: readonly string[]
}

/** Gives a scale the ends that somebody chose. count: about how many ticks. */
export function withFixedRange(
  scale: ValueScale,
  { yMin, yMax }: Pick<ChartVisual, 'yMin' | 'yMax'>,
  count: number,
): RangedScale {
  const isLog = scale.isLog === true
  const [chosenLow, chosenHigh] = [typedNumber(yMin), typedNumber(yMax)]
  const isTooLow = (end: number | null) => isLog && end !== null && end <= 0
  const notes = [chosenLow, chosenHigh].some(isTooLow) ? ['A logarithmic axis has ends above zero only.'] : []
  const low = isTooLow(chosenLow) ? null : chosenLow
  const high = isTooLow(chosenHigh) ? null : chosenHigh
  if (low === null && high === null) return { scale, notes }
  if (low !== null && high !== null && low >= high)
    return { scale, notes: [...notes, `No axis goes from ${yMin.trim()} up to ${yMax.trim()}.`] }
  const from = low ?? (high !== null && high <= scale.domain[0] ? beyond(high, -1, isLog) : scale.domain[0])
  const to = high ?? (low !== null && low >= scale.domain[1] ? beyond(low, 1, isLog) : scale.domain[1])
  const domain = [from, to] as const
  return { scale: { ...scale, domain, ticks: isLog ? logTicks(domain, count) : ticks(from, to, count) }, notes }
}

/** Returns another end for an axis whose values all lie beyond the only end chosen. */
function beyond(end: number, direction: 1 | -1, isLog: boolean): number {
  if (isLog) return end * 10 ** direction
  return end + direction * (Math.abs(end) / 10 || 1)
}

/** Returns the note on marks that a chosen end cuts off. axis: its name. */
export function outsideNotes(
  count: number,
  { domain }: Pick<ValueScale, 'domain'>,
  write: NumberFormatter,
  axis = 'the axis',
): readonly string[] {
  if (count === 0) return []
  const [low, high] = domain.map(write)
  return [`${count === 1 ? '1 value lies' : `${count} values lie`} beyond ${axis}, which goes from ${low} to ${high}.`]
}

/** Returns the note on values that a logarithmic axis has no place for. */
export function notPositiveNotes(count: number): readonly string[] {
  if (count === 0) return []
  return [
    `${count === 1 ? '1 value of zero or less has' : `${count} values of zero or less have`} no place on a logarithmic axis.`,
  ]
}
