import { dayAfter } from '../base/calendar-day'
import type { DataDays } from './data-days'
import { periodDays } from './filter-conditions'
import type { FilterValue } from './filter-value'

/** Data that ends longer ago is old: periods relative to today show nothing of it. */
const oldAfterDays = 31

/** Returns the default period for a time filter over old data of more than a year, its last year; null for other data. today: `YYYY-MM-DD`. */
export function periodOfOldData({ first, last }: DataDays, today: string): FilterValue | null {
  const period = 'its-last-year'
  const days = periodDays(period, { today, weekStart: 1, lastDay: last })
  const isOld = last < dayAfter(today, -oldAfterDays)
  return isOld && days !== null && first < days.from ? { kind: 'period', period } : null
}
