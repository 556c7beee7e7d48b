import { offsetText } from '@/server/engine/encode/encode-time'

const datePattern = /^(\d{4,})-(\d\d)-(\d\d)(?:[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?([+-]\d\d(?::\d\d){0,2})?)?( BC)?$/
const timePattern = /^(-?\d+:\d\d:\d\d)(?:\.(\d{1,9}))?([+-]\d\d(?::\d\d){0,2})?$/

/**
 * Converts a database's date or timestamp to the form in which it is sent (`field.ts`): a `T` in between, six digits
 * for a non-zero fraction, an offset with minutes, and a sign and six digits for years outside 0 to 9999. Other values
 * (`infinity`) are returned unchanged.
 */
export function isoTimestamp(text: string): string {
  const match = datePattern.exec(text)
  if (match === null) return text
  const [, yearText = '', month, day, clock, fraction, offset, isBefore] = match
  const year = isBefore === undefined ? Number(yearText) : 1 - Number(yearText)
  const isPlain = year >= 0 && year <= 9999
  const shownYear = isPlain
    ? String(year).padStart(4, '0')
    : `${year < 0 ? '-' : '+'}${String(Math.abs(year)).padStart(6, '0')}`
  const time = clock === undefined ? '' : `T${clock}${fractionText(fraction)}${offsetOf(offset)}`
  return `${shownYear}-${month}-${day}${time}`
}

/** Converts a time to `HH:MM:SS[.ffffff]`, with the offset if the database stores one. */
export function isoTime(text: string): string {
  const match = timePattern.exec(text)
  return match === null ? text : `${match[1]}${fractionText(match[2])}${offsetOf(match[3])}`
}

function fractionText(fraction: string | undefined): string {
  if (fraction === undefined || /^0*$/.test(fraction)) return ''
  return `.${fraction.padEnd(6, '0').slice(0, 6)}`
}

function offsetOf(offset: string | undefined): string {
  if (offset === undefined) return ''
  const [hours = '0', minutes = '0', seconds = '0'] = offset.slice(1).split(':')
  return offsetText((offset.startsWith('-') ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)))
}
