import { fullFormatter } from '@tidemark/shared/charts/plot/numbers/format-number'
import { autoFormat } from '@tidemark/shared/query/number-format'
import { signedFormat } from '@tidemark/shared/charts/plot/numbers/signed-format'
import type { ExactNumber } from '@tidemark/shared/query/exact-number'
import type { FieldType } from '@tidemark/shared/query/field'
import { percentSign, type NumberSign } from '@tidemark/shared/query/number-sign'
import { shownDigits } from '@tidemark/shared/query/signed-number'
import { valueText } from '@tidemark/shared/query/value-words'
import { dayAfter } from '@tidemark/shared/base/calendar-day'
import { lastUnitsWords } from '@tidemark/shared/builder/last-units'
import { periodDays, type FilterCalendar } from '@tidemark/shared/filters/filter-conditions'
import type { Filter } from '@tidemark/shared/filters/filter'
import {
  longestFilterText,
  mostFilterValues,
  type FilterPeriod,
  type FilterValue,
} from '@tidemark/shared/filters/filter-value'

export const periodLabels: Readonly<Record<FilterPeriod, string>> = {
  today: 'Today',
  yesterday: 'Yesterday',
  'this-week': 'This week',
  'last-7-days': 'Last 7 days',
  'last-30-days': 'Last 30 days',
  'last-90-days': 'Last 90 days',
  'this-month': 'This month',
  'last-month': 'Last month',
  'last-12-months': 'Last 12 months',
  'this-year': 'This year',
  'last-year': 'Last year',
  'its-last-year': 'Last year of data',
  'its-last-quarter': 'Last quarter of data',
  'its-last-30-days': 'Last 30 days of data',
}

/** Adds the column's sign to the label of a number field: 12.5 in a column of percentages is 12.5%. */
export function withUnit(label: string, sign: NumberSign | undefined): string {
  return sign === undefined ? label : `${label} (${sign})`
}

/** Returns a filter's value as text for its chip. sign, type: of its column, if known. lastDay: of its data, if known. */
export function filterValueText(
  value: FilterValue,
  locale: string,
  sign?: NumberSign,
  type?: FieldType,
  lastDay?: string,
): string {
  switch (value.kind) {
    case 'period': {
      const days =
        ofData.has(value.period) && lastDay !== undefined
          ? periodDays(value.period, { today: lastDay, weekStart: 1, lastDay })
          : null
      const text = periodLabels[value.period]
      return days === null ? text : `${text}, ${daysText(days.from, dayAfter(days.before, -1), locale)}`
    }
    case 'last-units': {
      const words = lastUnitsWords(value)
      return words.charAt(0).toUpperCase() + words.slice(1)
    }
    case 'days':
      return daysText(value.from, value.to, locale)
    case 'values': {
      const [first = null, second] = value.values
      const text = (one: string | null) => valueText(one, String, type)
      if (value.values.length > 2) return `${text(first)} and ${value.values.length - 1} more`
      return second === undefined ? text(first) : `${text(first)}, ${text(second)}`
    }
    case 'range': {
      const { min, max } = value
      const text = (number: ExactNumber) => limitText(number, locale, sign)
      if (min !== null && max !== null) return min === max ? text(min) : `${text(min)} – ${text(max)}`
      if (min !== null) return `≥ ${text(min)}`
      return max === null ? 'Any' : `≤ ${text(max)}`
    }
    case 'text':
      return `“${value.text}”`
  }
}

/** Writes a limit with all of its digits. */
function limitText(value: ExactNumber, locale: string, sign: NumberSign | undefined): string {
  if (typeof value === 'string') {
    // A double would change it; Intl also formats digits given as text.
    const digits = shownDigits(value, sign) as Intl.StringNumericLiteral
    const text = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }).format(digits)
    return sign === undefined ? text : sign === percentSign ? `${text}${sign}` : `${text}\u00a0${sign}`
  }
  if (sign === undefined) return new Intl.NumberFormat(locale, { maximumFractionDigits: 12 }).format(value)
  const format = signedFormat(autoFormat, sign)
  const [, digits = ''] = shownDigits(String(value), sign).split('.')
  const decimals = format.style === 'currency' && digits.length <= 2 ? null : Math.min(12, digits.length)
  return fullFormatter({ locale, format: { ...format, decimals } })(value)
}

/** The periods that end with the last day of the data. */
export const ofData: ReadonlySet<FilterPeriod> = new Set(['its-last-year', 'its-last-quarter', 'its-last-30-days'])

/** Returns the days of a period as text. Not for server rendering: its spaces may differ. */
export function periodText(period: FilterPeriod, calendar: FilterCalendar, locale: string): string {
  const days = periodDays(period, calendar)
  return days === null ? '' : wholeDaysText(days, locale)
}

/** Returns days, up to the one before the last named, as text. Not for server rendering: its spaces may differ. */
export function wholeDaysText(
  { from, before }: { readonly from: string; readonly before: string },
  locale: string,
): string {
  return formatOf(locale).formatRange(Date.parse(from), Date.parse(before) - 1)
}

/** Returns a range of days as text. Both ends are included; null is open. */
export function daysText(from: string | null, to: string | null, locale: string): string {
  const format = formatOf(locale)
  if (from !== null && from === to) return format.format(Date.parse(from))
  // formatRange is avoided: its spaces may differ between server and browser, and hydration must match.
  if (from !== null && to !== null) return `${format.format(Date.parse(from))} – ${format.format(Date.parse(to))}`
  if (from !== null) return `From ${format.format(Date.parse(from))}`
  return to === null ? 'Any time' : `Until ${format.format(Date.parse(to))}`
}

function formatOf(locale: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
}

/** Says that the value of a filter in the address does not fit it. */
export function refusedText({ name, kind }: Pick<Filter, 'name' | 'kind'>): string {
  const bounds = {
    category: `no more than ${mostFilterValues} values of ${longestFilterText} characters`,
    search: `a text of no more than ${longestFilterText} characters`,
    number: 'a number or two',
    time: 'days that exist',
  }[kind]
  return `The value of ${name} in the address is left out: it takes ${bounds}.`
}
