import { dayAfter, dayOf } from '../base/calendar-day'
import type { DateUnit } from './question'

/** The first day of the unit that a day (`YYYY-MM-DD`) lies in. weekStart: 1 Monday to 7 Sunday. */
export function unitStart(day: string, unit: DateUnit, weekStart: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  switch (unit) {
    case 'day':
      return day
    case 'week':
      return dayAfter(day, -(((date.getUTCDay() || 7) - weekStart + 7) % 7))
    case 'month':
      return dayOf(new Date(date.setUTCDate(1)))
    case 'quarter':
      return dayOf(new Date(date.setUTCMonth(Math.floor(date.getUTCMonth() / 3) * 3, 1)))
    case 'year':
      return dayOf(new Date(date.setUTCMonth(0, 1)))
  }
}

/** The first day of the next unit, from the first day of one. */
export function nextUnitStart(day: string, unit: DateUnit): string {
  if (unit === 'day') return dayAfter(day, 1)
  if (unit === 'week') return dayAfter(day, 7)
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + { month: 1, quarter: 3, year: 12 }[unit])
  return dayOf(date)
}

/** Returns the day so much earlier; of a month that is too short for it, the last. */
export function shiftedDay(day: string, { count, unit }: { readonly count: number; readonly unit: DateUnit }): string {
  if (unit === 'day') return dayAfter(day, -count)
  if (unit === 'week') return dayAfter(day, -7 * count)
  const months = count * { month: 1, quarter: 3, year: 12 }[unit]
  const first = new Date(`${day.slice(0, -2)}01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() - months)
  const last = new Date(first)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  first.setUTCDate(Math.min(Number(day.slice(-2)), last.getUTCDate()))
  return dayOf(first)
}
