import { assertNever } from '../base/assert-never'
import { dayAfter } from '../base/calendar-day'
import { unitStart } from '../builder/date-unit'
import { lastUnitsDays } from '../builder/last-units'
import { exactCell } from '../query/exact-number'
import type { ResultFilter } from '../query/result-filter'
import type { FilterPeriod, FilterValue } from './filter-value'

/** today: `YYYY-MM-DD` in the dashboard's zone. weekStart: 1 Monday to 7 Sunday. lastDay: of the data; absent where it is not known. */
export interface FilterCalendar {
  readonly today: string
  readonly weekStart: number
  readonly lastDay?: string | undefined
}

/** The rows with `column` in the value, as run-query takes it. Days become half-open: from the first up to the day after the last. */
export function filterConditions(
  column: string,
  value: FilterValue,
  calendar: FilterCalendar,
): readonly ResultFilter[] {
  switch (value.kind) {
    case 'period': {
      const days = periodDays(value.period, calendar)
      if (days === null) return []
      const { from, before } = days
      return [
        { column, op: '>=', value: from },
        { column, op: '<', value: before },
      ]
    }
    case 'last-units': {
      const { from, before } = lastUnitsDays(value, calendar.today, calendar.weekStart)
      return [
        { column, op: '>=', value: from },
        { column, op: '<', value: before },
      ]
    }
    case 'days':
      return [
        ...(value.from === null ? [] : [{ column, op: '>=', value: value.from } as const]),
        // After the last day of 9999 nothing is cut off: databases have no such day.
        ...(value.to === null || value.to === '9999-12-31'
          ? []
          : [{ column, op: '<', value: dayAfter(value.to, 1) } as const]),
      ]
    case 'values':
      return [{ column, op: 'in', value: [...value.values] }]
    case 'range':
      return [
        ...(value.min === null ? [] : [{ column, op: '>=', value: exactCell(value.min) } as const]),
        ...(value.max === null ? [] : [{ column, op: '<=', value: exactCell(value.max) } as const]),
      ]
    case 'text':
      return [{ column, op: 'contains', value: value.text }]
    default:
      return assertNever(value)
  }
}

/** The days of a period, from the first up to the day after the last; null for one that ends with data of which no end is known. */
export function periodDays(
  period: FilterPeriod,
  { today, weekStart, lastDay }: FilterCalendar,
): { readonly from: string; readonly before: string } | null {
  const tomorrow = dayAfter(today, 1)
  const lastDays = (count: number) => ({ from: dayAfter(tomorrow, -count), before: tomorrow })
  switch (period) {
    case 'today':
      return { from: today, before: tomorrow }
    case 'yesterday':
      return { from: dayAfter(today, -1), before: today }
    case 'this-week': {
      const from = unitStart(today, 'week', weekStart)
      return { from, before: dayAfter(from, 7) }
    }
    case 'last-7-days':
      return lastDays(7)
    case 'last-30-days':
      return lastDays(30)
    case 'last-90-days':
      return lastDays(90)
    case 'this-month':
      return { from: monthStart(today, 0), before: monthStart(today, 1) }
    case 'last-month':
      return { from: monthStart(today, -1), before: monthStart(today, 0) }
    case 'last-12-months':
      return { from: monthStart(today, -11), before: monthStart(today, 1) }
    case 'this-year':
      return { from: yearStart(today, 0), before: yearStart(today, 1) }
    case 'last-year':
      return { from: yearStart(today, -1), before: yearStart(today, 0) }
    case 'its-last-year':
      return lastDay === undefined
        ? null
        : { from: monthsBefore(dayAfter(lastDay, 1), 12), before: dayAfter(lastDay, 1) }
    case 'its-last-quarter':
      return lastDay === undefined
        ? null
        : { from: monthsBefore(dayAfter(lastDay, 1), 3), before: dayAfter(lastDay, 1) }
    case 'its-last-30-days':
      return lastDay === undefined ? null : { from: dayAfter(lastDay, -29), before: dayAfter(lastDay, 1) }
    default:
      return assertNever(period)
  }
}

/** The same day some months before, or the last one of a shorter month. */
function monthsBefore(day: string, count: number): string {
  const start = monthStart(day, -count)
  const lastOfMonth = dayAfter(monthStart(start, 1), -1)
  const same = `${start.slice(0, 8)}${day.slice(8)}`
  return same > lastOfMonth ? lastOfMonth : same
}

function monthStart(day: string, later: number): string {
  return new Date(Date.UTC(yearOf(day), Number(day.slice(5, 7)) - 1 + later, 1)).toISOString().slice(0, 10)
}

function yearStart(day: string, later: number): string {
  return new Date(Date.UTC(yearOf(day) + later, 0, 1)).toISOString().slice(0, 10)
}

function yearOf(day: string): number {
  return Number(day.slice(0, 4))
}
