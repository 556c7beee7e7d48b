import { nextUnitStart, shiftedDay, unitStart } from './date-unit'
import type { DateUnit, LastUnits } from './question'

/** The days of the last units, from the first up to the day after the last. today: `YYYY-MM-DD`. */
export function lastUnitsDays(
  { count, unit, includesCurrent, ago }: LastUnits,
  today: string,
  weekStart: number,
): { readonly from: string; readonly before: string } {
  const current = unitStart(ago === undefined ? today : shiftedDay(today, ago), unit, weekStart)
  return {
    from: shiftedDay(current, { count: includesCurrent ? count - 1 : count, unit }),
    before: includesCurrent ? nextUnitStart(current, unit) : current,
  }
}

/** The last units in words, such as `last 3 months before this one, ending 1 year ago`. */
export function lastUnitsWords({ count, unit, includesCurrent, ago }: LastUnits): string {
  const isThis = count === 1 && includesCurrent
  const ended = ago === undefined ? '' : `, ${isThis ? '' : 'ending '}${countedUnits(ago.count, ago.unit)} ago`
  if (isThis) return `${unit === 'day' ? 'today' : `this ${unit}`}${ended}`
  const units = count === 1 ? unit : countedUnits(count, unit)
  return `last ${units}${includesCurrent ? '' : ' before this one'}${ended}`
}

function countedUnits(count: number, unit: DateUnit): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
