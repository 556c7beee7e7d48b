import type { ColumnKind, ColumnStyle } from '@tidemark/shared/charts/column-style'
import { fullFormatter, largestWritten, wholeNumber } from '@tidemark/shared/charts/plot/numbers/format-number'
import { formatBucket, formatDate } from '@tidemark/shared/charts/plot/time/format-time'
import type { WrittenColumns } from '@tidemark/shared/charts/plot/plot'
import { isTemporalType, type CellValue, type Field } from '@tidemark/shared/query/field'
import { autoFormat } from '@tidemark/shared/query/number-format'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { columnFormats, type ColumnFormat } from './cell-format'

/** Returns the format of each column, with the styles that somebody chose for some. styles: by the place of the column. */
export function styledFormats(
  data: ResultData,
  locale: string,
  written: WrittenColumns | undefined,
  styles: readonly ColumnStyle[],
): readonly ColumnFormat[] {
  return columnFormats(data, locale, written, (column) => styles[column]?.format).map((format, column) => {
    const { kind = 'auto', align } = styles[column] ?? {}
    const field = data.fields[column]
    const toText = field === undefined ? null : writerOf(kind, field, locale)
    return {
      ...format,
      ...(toText === null
        ? {}
        : { toText, toWhole: (value) => (toText(value) === String(value) ? null : String(value)) }),
      ...(align === undefined ? {} : { align }),
    }
  })
}

/** Returns what writes the values of a kind; null if they are written as their type is. */
function writerOf(kind: ColumnKind, { type }: Field, locale: string): ((value: CellValue) => string) | null {
  switch (kind) {
    case 'date':
    case 'month':
    case 'time': {
      if (!isTemporalType(type)) return null
      return (value) => {
        const text = String(value)
        const wall = Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19) || '00:00:00'}Z`)
        if (Number.isNaN(wall)) return text
        if (kind === 'date') return formatDate(wall, locale)
        return kind === 'month' ? formatBucket(wall, 'month', locale) : formatBucket(wall, 'minute', locale)
      }
    }
    case 'duration':
      return ofNumbers((seconds) => durationText(seconds, locale))
    case 'bytes':
      return ofNumbers((bytes) => bytesText(bytes, locale))
    case 'mark':
      return (value) => {
        const text = String(value).toLowerCase()
        return marks.get(text) ?? String(value)
      }
    case 'json':
      return (value) => jsonText(String(value))
    case 'auto':
    case 'number':
    case 'link':
    case 'email':
    case 'image':
    case 'bars':
    case 'line':
      return null
  }
}

const marks: ReadonlyMap<string, string> = new Map([
  ['true', '✓'],
  ['1', '✓'],
  ['false', '✗'],
  ['0', '✗'],
])

function ofNumbers(write: (number: number) => string): (value: CellValue) => string {
  return (value) => {
    const number = value === '' || typeof value === 'boolean' ? NaN : Number(value)
    return Number.isFinite(number) ? write(number) : String(value)
  }
}

/** Writes seconds as hours, minutes and seconds; fewer than a minute as they are. */
export function durationText(seconds: number, locale: string): string {
  const sign = seconds < 0 ? '−' : ''
  const size = Math.abs(seconds)
  if (size >= largestWritten) return `${fullFormatter({ locale, format: autoFormat })(seconds)} s`
  const thousandths = Math.round(size * 1000)
  if (thousandths < 60_000) {
    const maxDecimals = thousandths === 0 && size > 0 ? {} : { maxDecimals: 3 }
    return `${fullFormatter({ locale, format: autoFormat, ...maxDecimals })(seconds)} s`
  }
  const whole = Math.round(size)
  const two = (part: number) => String(part).padStart(2, '0')
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  const rest = two(whole % 60)
  if (hours === 0) return `${sign}${minutes}:${rest}`
  return `${sign}${wholeNumber(locale, hours)}:${two(minutes)}:${rest}`
}

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const

/** Writes a number of bytes in units of a thousand. */
export function bytesText(bytes: number, locale: string): string {
  let size = bytes
  let unit = 0
  // What would be rounded to a thousand is one of the next unit. Beyond all units stands a power of ten.
  while (
    Math.abs(bytes) < largestWritten &&
    Math.abs(size) >= (unit === 0 ? 999.5 : 999.95) &&
    unit < byteUnits.length - 1
  ) {
    size /= 1000
    unit++
  }
  // No part of a byte is more than none.
  const shown = unit === 0 ? Math.round(size) : size
  const write = fullFormatter({ locale, format: autoFormat, maxDecimals: unit === 0 ? 0 : 1 })
  return `${write(shown)}\u00a0${byteUnits[unit] ?? 'B'}`
}

function jsonText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    // It is no JSON, and is shown as the text that it is.
    return text
  }
}
