import type { TimeGrain } from '../builder/question'
import type { FieldType } from '../query/field'
import { timeOf } from './table-facts'

const dayMs = 24 * 3_600_000

/** The grains of a trend, finest first. days: the longest extent that each is for, which makes 24 to about 130 points. */
const trendGrains = [
  { grain: 'minute', days: 2 / 24 },
  { grain: 'hour', days: 4 },
  { grain: 'day', days: 100 },
  { grain: 'week', days: 730 },
  { grain: 'month', days: 10.5 * 365 },
  { grain: 'quarter', days: 30 * 365.25 },
  { grain: 'year', days: Infinity },
] as const satisfies readonly { readonly grain: TimeGrain; readonly days: number }[]

/** The first and last moment of a column, as its values are written. */
export interface Extent {
  readonly least: string
  readonly most: string
}

/**
 * The grain by which an extent of time makes a line that can be read: years for a century, hours for a day. isOfSome: there may be more than
 * the extent, so that fine grains could be far too many.
 */
export function grainForExtent({ least, most }: Extent, type: FieldType, isOfSome = false): TimeGrain {
  const days = Math.max((timeOf(most) - timeOf(least)) / dayMs, isOfSome ? leastUnknownDays : 0)
  const fits = trendGrains.find((one) => days <= one.days && (type !== 'date' || one.days >= 100))
  return fits?.grain ?? 'year'
}

const leastUnknownDays = 1000

/** How many spans of the grain an extent has. */
export function spanCount({ least, most }: Extent, grain: TimeGrain): number {
  return (timeOf(most) - timeOf(least)) / dayMs / daysOf[grain] + 1
}

const daysOf = {
  minute: 1 / 1440,
  hour: 1 / 24,
  day: 1,
  week: 7,
  month: 30.4,
  quarter: 91.3,
  year: 365.25,
} as const satisfies Record<TimeGrain, number>

/** An extent in words, as exact as it needs: `1911 to 2028`, `March 2024 to June 2025`, `2024-03-01 to 2024-03-09`. */
export function extentWords({ least, most }: Extent): string {
  const days = (timeOf(most) - timeOf(least)) / dayMs
  const [from, to] = days > 30 * 365 ? [least.slice(0, 4), most.slice(0, 4)] : [dayOf(least), dayOf(most)]
  const hours = days < 4 && least.includes('T') ? [least.slice(11, 16), most.slice(11, 16)] : ['', '']
  const first = `${from} ${hours[0] ?? ''}`.trim()
  const last = `${to} ${hours[1] ?? ''}`.trim()
  return first === last ? first : `${first} to ${last}`
}

function dayOf(text: string): string {
  return text.slice(0, 10)
}
