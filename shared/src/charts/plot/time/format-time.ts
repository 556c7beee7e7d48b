import type { Grain } from './time-grain'
import { dayMs } from './time-grain'

/** Formats wall times (see `zoned-time.ts`) for people, the same in Node and in every browser. */
export function formatBucket(wall: number, grain: Grain | null, locale: string): string {
  switch (grain) {
    case 'year':
      return formatYear(wall)
    case 'quarter':
      return `Q${Math.floor(new Date(wall).getUTCMonth() / 3) + 1} ${formatYear(wall)}`
    case 'month':
      return format(wall, locale, { month: 'long', year: 'numeric' })
    case 'week':
      return `${formatDate(wall, locale)} – ${formatDate(wall + 6 * dayMs, locale)}`
    case 'day':
      return format(wall, locale, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
    case 'hour':
    case 'minute':
      return `${formatDate(wall, locale)}, ${formatClock(wall, locale, false)}`
    case 'second':
      return `${formatDate(wall, locale)}, ${formatClock(wall, locale, true)}`
    case null:
      return wall % dayMs === 0
        ? formatDate(wall, locale)
        : `${formatDate(wall, locale)}, ${formatClock(wall, locale, wall % 60_000 !== 0)}`
  }
}

export function formatDate(wall: number, locale: string): string {
  return format(wall, locale, { day: 'numeric', month: 'short', year: 'numeric' })
}

/** Returns the short name of a period, as in `vs Oct`. */
export function formatPeriod(wall: number, grain: Grain, locale: string): string {
  switch (grain) {
    case 'year':
    case 'quarter':
      return formatBucket(wall, grain, locale)
    case 'month':
      return format(wall, locale, { month: 'short' })
    case 'week':
    case 'day':
      return format(wall, locale, { day: 'numeric', month: 'short' })
    case 'hour':
    case 'minute':
      return formatClock(wall, locale, false)
    case 'second':
      return formatClock(wall, locale, true)
  }
}

/**
 * Formats a tick, shorter than a date: the year, or what changed since the previous tick. previous: null for the first.
 * now: dates in the present year are written without it.
 */
export function formatTimeTick(
  wall: number,
  previous: number | null,
  unit: Grain,
  locale: string,
  now: number,
): string {
  const date = new Date(wall)
  const before = previous === null ? null : new Date(previous)
  const newYear = before === null || before.getUTCFullYear() !== date.getUTCFullYear()
  const newDay =
    before === null ||
    newYear ||
    before.getUTCDate() !== date.getUTCDate() ||
    before.getUTCMonth() !== date.getUTCMonth()
  const day = () => {
    const isYearKnown = before === null ? date.getUTCFullYear() === new Date(now).getUTCFullYear() : !newYear
    const parts = { day: 'numeric', month: 'short' } as const
    return isYearKnown ? format(wall, locale, parts) : withYear(wall, locale, parts)
  }
  switch (unit) {
    case 'year':
      return formatYear(wall)
    case 'quarter': {
      const quarter = `Q${Math.floor(date.getUTCMonth() / 3) + 1}`
      return newYear ? `${quarter} ${shortYear(wall)}` : quarter
    }
    case 'month':
      return newYear ? withYear(wall, locale, { month: 'short' }) : format(wall, locale, { month: 'short' })
    case 'week':
    case 'day':
      return day()
    case 'hour':
    case 'minute':
    case 'second': {
      if (newDay && wall % dayMs === 0) return day()
      const clock = formatClock(wall, locale, unit === 'second')
      return newDay && before !== null ? `${day()}, ${clock}` : clock
    }
  }
}

function withYear(wall: number, locale: string, parts: Intl.DateTimeFormatOptions): string {
  const yearFirst = /^(ja|zh|ko|hu|lt|mn|eu)\b/.test(locale)
  return yearFirst
    ? format(wall, locale, { ...parts, year: 'numeric' })
    : `${format(wall, locale, parts)} ${shortYear(wall)}`
}

/** Shortens a year to an apostrophe and two digits if the century is clear; other years are written in full. */
function shortYear(wall: number): string {
  const year = new Date(wall).getUTCFullYear()
  return year >= 1950 && year < 2050 ? `’${String(year % 100).padStart(2, '0')}` : formatYear(wall)
}

/** The year as in ISO 8601, which has a year 0; years before it take the sign of other negative numbers. */
function formatYear(wall: number): string {
  const year = new Date(wall).getUTCFullYear()
  return year < 0 ? `−${-year}` : String(year)
}

/**
 * Only English uses the 12-hour clock here, because versions of the locale data disagree on the words and order of day
 * periods.
 */
function formatClock(wall: number, locale: string, seconds: boolean): string {
  const date = new Date(wall)
  const hour = date.getUTCHours()
  const rest = `:${twoDigits(date.getUTCMinutes())}${seconds ? `:${twoDigits(date.getUTCSeconds())}` : ''}`
  if (!/^en(?!-(GB|IE|ZA))/.test(locale)) return `${twoDigits(hour)}${rest}`
  return `${hour % 12 === 0 ? 12 : hour % 12}${rest} ${hour < 12 ? 'AM' : 'PM'}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

const formats = new Map<string, Intl.DateTimeFormat>()

function format(wall: number, locale: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${locale} ${JSON.stringify(options)}`
  let known = formats.get(key)
  if (known === undefined) {
    const settled: Intl.DateTimeFormatOptions = {
      ...options,
      timeZone: 'UTC',
      calendar: 'gregory',
      numberingSystem: 'latn',
    }
    try {
      known = new Intl.DateTimeFormat(locale, settled)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      known = new Intl.DateTimeFormat('en', settled)
    }
    if (formats.size > 500) formats.clear()
    formats.set(key, known)
  }
  // Versions of the locale data differ in their spaces.
  const isBefore1 = options.year !== undefined && new Date(wall).getUTCFullYear() < 1
  const text = isBefore1
    ? known
        .formatToParts(wall)
        // Intl counts the years before 1 from 1 and leaves it to an era to say so.
        .map(({ type, value }) => (type === 'year' ? formatYear(wall) : value))
        .join('')
    : known.format(wall)
  return text.replace(/[\s\u00a0\u2009\u202f]+/g, ' ').replace(/[\u200e\u200f\u061c]/g, '')
}
