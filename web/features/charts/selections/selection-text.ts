import { dayAfter } from '@tidemark/shared/base/calendar-day'
import { exactNumber } from '@tidemark/shared/query/exact-number'
import { valueText } from '@tidemark/shared/query/value-words'
import type { Bound, SelectedColumn } from './selection'

const dayPattern = /^\d{4}-\d{2}-\d{2}/
const mostNamed = 2

/** Returns chosen values in words, such as `South`, `South and 3 more` or `Jan 1, 2026 – Jan 31, 2026`. */
export function selectionText(part: SelectedColumn, locale: string): string {
  if (part.kind === 'values') {
    const [first = null, second = null] = part.values
    const text = (value: string | null) => valueText(value, String)
    if (part.values.length > mostNamed) return `${text(first)} and ${part.values.length - 1} more`
    return part.values.length === mostNamed ? `${text(first)}, ${text(second)}` : text(first)
  }
  const { from, to, isToIn } = part
  // A range of whole days ends before the next one.
  const last = !isToIn && typeof to === 'string' && to.length === 10 && dayPattern.test(to) ? dayAfter(to, -1) : to
  if (from !== null && String(from) === String(last)) return boundText(from, locale)
  if (from !== null && last !== null) return `${boundText(from, locale)} – ${boundText(last, locale)}`
  return from === null ? `up to ${boundText(last, locale)}` : `from ${boundText(from, locale)}`
}

function boundText(bound: Bound, locale: string): string {
  if (typeof bound === 'string' && dayPattern.test(bound)) {
    const time = bound.length === 10 ? '' : ` ${bound.slice(11, 16)}`
    return `${new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(bound.slice(0, 10)))}${time}`
  }
  const number = bound === null ? null : exactNumber(String(bound))
  if (number === null) return String(bound)
  // A double would change digits given as text. The edge of a bin lies a hair beside the number that it is drawn at.
  return typeof number === 'string'
    ? new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }).format(number as Intl.StringNumericLiteral)
    : new Intl.NumberFormat(locale, Number.isInteger(number) ? {} : { maximumSignificantDigits: 10 }).format(number)
}
