import { rangeTones, type ChartVisual, type RangeTone } from '../chart-visual'
import type { NumberFormat } from '../../query/number-format'
import { hueColor } from './colors/palette'
import { fullFormatter, type NumberFormatter } from './numbers/format-number'
import { formatShare } from './numbers/number-labels'
import { cellNumber, getColumn, type PlotInput } from './read-columns'

/** Reads the goal of a row; null if it has none that can be drawn. */
export function targetOf({ visual: { target }, data }: Pick<PlotInput, 'visual' | 'data'>, row: number): number | null {
  if (target === null) return null
  return target.kind === 'number'
    ? cellNumber(target.value)
    : cellNumber(getColumn(data, target.column)?.values[row] ?? null)
}

/** A judged part of an axis, from its lower end. to: Infinity for the last one. */
export interface JudgedRange {
  readonly from: number
  readonly to: number
  readonly label: string
  readonly tone: RangeTone
}

const toneWords: Readonly<Record<RangeTone, string>> = { poor: 'Poor', fair: 'Fair', good: 'Good' }
/** Vermilion, yellow and green of the palette, which every kind of colour vision tells apart. */
const toneHues: Readonly<Record<RangeTone, number>> = { poor: 4, fair: 1, good: 2 }

export function toneColor(tone: RangeTone): string {
  return hueColor(toneHues[tone])
}

export const toneChoices = rangeTones.map((tone) => ({ value: tone, label: toneWords[tone] }))

/** Returns how much of a goal a value is; empty if nothing is a share of it: −20 is not twice a goal of −10. */
export function shareOfGoal(locale: string, value: number, goal: number | null): string {
  return goal === null || goal <= 0 ? '' : formatShare(locale, value / goal)
}

/**
 * Returns the ranges in the unit of the measure, ascending. Empty if they are in percent of a goal of which nothing is a
 * share.
 */
export function judgedRanges(
  { ranges, rangeUnit }: Pick<ChartVisual, 'ranges' | 'rangeUnit'>,
  goal: number | null,
): readonly JudgedRange[] {
  const whole = rangeUnit === 'percent' ? (goal ?? 0) / 100 : 1
  if (whole <= 0) return []
  const found = ranges
    .map(({ from, tone, label }) => ({ from: cellNumber(from * whole) ?? 0, tone, label: label || toneWords[tone] }))
    .toSorted((a, b) => a.from - b.from)
  const ends = found.map((range, index) => ({ ...range, to: found[index + 1]?.from ?? Infinity }))
  // Of those that begin at the same number the last one counts; nothing lies in the others.
  return ends.filter(({ from, to }) => from < to)
}

/** Says which ranges have no room, because others begin at the same number. */
export function sameStartNotes({ ranges }: Pick<ChartVisual, 'ranges'>): readonly string[] {
  const starts = ranges.map(({ from }) => from)
  const same = [...new Set(starts.filter((from, index) => starts.indexOf(from) !== index))]
  return same.length === 0 ? [] : [`Several ranges begin at ${same.join(' and ')}: only the last of them is shown.`]
}

/** Returns where the last range may end, which has no end of its own; undefined without ranges. */
export function openEnd(ranges: readonly JudgedRange[]): number | undefined {
  const [last, before] = [ranges.at(-1)?.from, ranges.at(-2)?.from]
  return last === undefined ? undefined : last + (before === undefined ? Math.abs(last) / 2 : last - before)
}

/** Returns the range in which a value lies; null if it lies below all. */
export function rangeAt(ranges: readonly JudgedRange[], value: number): JudgedRange | null {
  return ranges.findLast(({ from }) => value >= from) ?? null
}

/** Returns a formatter of distances: those between percentages are points. */
export function distanceFormatter(locale: string, format: NumberFormat, write: NumberFormatter): NumberFormatter {
  if (format.style !== 'percent') return write
  const writePoints = fullFormatter({ locale, format: { ...format, style: 'plain' } })
  return (value) => `${writePoints(value * 100)} pp`
}

/** Says how far a value is from its goal. */
export function distanceText(
  { goodDirection }: Pick<ChartVisual, 'goodDirection'>,
  value: number,
  goal: number,
  write: (value: number) => string,
): string {
  const left = goal - value
  if (left === 0) return 'Exactly the goal'
  if (goodDirection === 'up') return left > 0 ? `${write(left)} to go` : `${write(-left)} above the goal`
  return left > 0 ? `${write(left)} below the limit` : `${write(-left)} above the limit`
}
