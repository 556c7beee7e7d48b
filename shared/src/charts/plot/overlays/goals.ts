import type { Goal } from '../../chart-visual'
import type { NumberFormatter } from '../numbers/format-number'
import { typedNumber } from '../numbers/typed-number'
import { cellNumber, getColumn, type PlotInput } from '../read-columns'
import type { Slots, SlotValue } from '../slots-of'
import { goalName, percentileOf } from './goal-name'
import type { TrendLine } from './overlay-place'

/** low, high: its ends, equal for a line. bySlot: where it lies at each slot, if it follows a column. */
export interface GoalLevel {
  readonly name: string
  readonly low: number
  readonly high: number
  readonly bySlot: ReadonlyMap<SlotValue, number> | null
}

export interface Goals {
  readonly levels: readonly GoalLevel[]
  /** Says which goals are not drawn, and why. */
  readonly notes: readonly string[]
}

/** A value with the number of rows that it stands for. */
export interface CountedValue {
  readonly value: number
  readonly n: number
}

/**
 * Computes where the goals of a chart lie. values: those that are drawn, for averages of them. slots: of the result's
 * rows; null if a goal cannot follow a column.
 */
export function goalsOf(input: PlotInput, values: readonly CountedValue[], slots: Slots | null): Goals {
  const levels: GoalLevel[] = []
  const notes: string[] = []
  for (const goal of input.visual.goals) {
    const found = levelOf(goal, input, values, slots)
    if (typeof found === 'string') notes.push(found)
    else levels.push(found)
  }
  return { levels, notes }
}

/** Returns the text of a goal: its name and its value, or the values that it goes through. */
export function goalText({ name, low, high }: GoalLevel, write: NumberFormatter): string {
  return low === high ? `${name}: ${write(low)}` : `${name}: ${write(low)} to ${write(high)}`
}

/** Says the goals and trends of a chart in words, for its summary. */
export function overlaysSaid(
  levels: readonly GoalLevel[],
  trends: readonly TrendLine[],
  write: NumberFormatter,
): readonly string[] {
  return [
    ...(levels.length === 0 ? [] : [`Lines: ${levels.map((level) => goalText(level, write)).join('; ')}.`]),
    ...(trends.length === 0 ? [] : [`${trends.map(({ entry }) => entry.label).join('; ')}.`]),
  ]
}

function levelOf(
  goal: Goal,
  input: PlotInput,
  values: readonly CountedValue[],
  slots: Slots | null,
): GoalLevel | string {
  const name = goal.label.trim() || goalName(goal)
  const at = (low: number | undefined, high = low): GoalLevel | string =>
    low === undefined || high === undefined
      ? `${quoted(name)} is not drawn: there are no values.`
      : { name, low: Math.min(low, high), high: Math.max(low, high), bySlot: null }
  switch (goal.kind) {
    case 'number': {
      const low = typedNumber(goal.value)
      if (low === null) return `${quoted(name)} is not drawn until it has a number.`
      return at(low, goal.to.trim() === '' ? low : (typedNumber(goal.to) ?? low))
    }
    case 'mean':
      return at(meanOf(values))
    case 'median':
      return at(quantileOf(values, 0.5))
    case 'percentile': {
      const rank = percentileOf(goal.value)
      if (rank === null) return `${quoted(name)} is not drawn: a percentile goes from 0 to 100.`
      return at(quantileOf(values, rank / 100))
    }
    case 'column':
      return columnLevel(goal, name, input, slots)
  }
}

function columnLevel({ column: of }: Goal, name: string, input: PlotInput, slots: Slots | null): GoalLevel | string {
  if (of === null) return `${quoted(name)} is not drawn until a column is chosen.`
  const column = getColumn(input.data, of)
  if (column === null) return `${quoted(name)} is not drawn: the result has no column ${quoted(of)}.`
  if (slots === null) return `${quoted(name)} is not drawn: lines along columns need an x axis of places.`
  const bySlot = new Map<SlotValue, number>()
  const sums = slots.slots.map(() => ({ sum: 0, count: 0 }))
  slots.rowSlots.forEach((slot, row) => {
    const value = cellNumber(column.values[row] ?? null)
    const into = sums[slot]
    if (value === null || into === undefined) return
    into.sum += value
    into.count++
  })
  slots.slots.forEach((slot, index) => {
    const { sum, count } = sums[index] ?? { sum: 0, count: 0 }
    if (count > 0) bySlot.set(slot, sum / count)
  })
  if (bySlot.size === 0) return `${quoted(name)} is not drawn: ${quoted(of)} holds no numbers.`
  const all = [...bySlot.values()]
  const low = all.reduce((least, value) => Math.min(least, value))
  const high = all.reduce((most, value) => Math.max(most, value))
  return { name, low, high, bySlot: low === high ? null : bySlot }
}

/** Sums in parts of the whole, because the sum of large numbers may overflow. */
function meanOf(values: readonly CountedValue[]): number | undefined {
  const count = values.reduce((sum, { n }) => sum + n, 0)
  return count === 0 ? undefined : values.reduce((sum, { value, n }) => sum + (value / count) * n, 0)
}

/** Returns the value below which a part of the rows lies, interpolated between the two next to it. */
function quantileOf(values: readonly CountedValue[], part: number): number | undefined {
  const sorted = values.filter(({ n }) => n > 0).toSorted((a, b) => a.value - b.value)
  const place = part * (sorted.reduce((sum, { n }) => sum + n, 0) - 1)
  const valueAt = (row: number): number | undefined => {
    let before = 0
    return sorted.find(({ n }) => (before += n) > row)?.value
  }
  const [low, high] = [valueAt(Math.floor(place)), valueAt(Math.ceil(place))]
  return low === undefined || high === undefined ? low : low + (high - low) * (place - Math.floor(place))
}

function quoted(text: string): string {
  return `“${text}”`
}
