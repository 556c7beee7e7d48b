/** The parts of a date in the order in which a locale writes them. */
type DayPart = 'day' | 'month' | 'year'

/** How a locale writes a date in digits. example: `dd/mm/yyyy`, for an empty field. */
export interface DayWriting {
  readonly order: readonly DayPart[]
  readonly example: string
}

const digits: Readonly<Record<DayPart, string>> = { day: 'dd', month: 'mm', year: 'yyyy' }

/** Returns how a locale writes a date in digits, always of the Gregorian calendar. */
export function dayWriting(locale: string): DayWriting {
  const parts = formatOf(locale).formatToParts(Date.UTC(2026, 10, 28))
  const order = parts.flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? type : []))
  const example = parts.map(({ type, value }) => (isDayPart(type) ? digits[type] : value)).join('')
  return { order, example }
}

/** Writes a day such as `2026-11-28` as the locale does; other text stays. */
export function writtenDay(day: string, locale: string): string {
  return dayPattern.test(day) ? formatOf(locale).format(Date.parse(day)) : day
}

/**
 * Reads a date typed in the locale's order, or as `2026-11-28`, with any separators. Two digits of a year are of this
 * century. Returns null if there is no such day.
 */
export function typedDay(text: string, locale: string): string | null {
  const numbers = text.match(/\d+/g) ?? []
  if (numbers.length !== 3) return null
  const [first = ''] = numbers
  const order = first.length === 4 ? (['year', 'month', 'day'] as const) : dayWriting(locale).order
  const of = (part: DayPart) => numbers[order.indexOf(part)] ?? ''
  const year = of('year').length === 2 ? `20${of('year')}` : of('year')
  const day = `${year}-${of('month').padStart(2, '0')}-${of('day').padStart(2, '0')}`
  const time = dayPattern.test(day) ? Date.parse(day) : Number.NaN
  // `2026-02-30` would be read as a day in March by some engines.
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(day) ? day : null
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

function isDayPart(type: string): type is DayPart {
  return type in digits
}

function formatOf(locale: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, {
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone: 'UTC',
  })
}
