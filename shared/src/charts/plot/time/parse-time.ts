export interface ParsedTime {
  /** An instant if the text has an offset, otherwise a wall time. */
  readonly ms: number
  readonly hasOffset: boolean
}

const pattern =
  /^(-?\d{4,6})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?)?\s*(Z|[+-]\d\d(?::?\d\d)?(?::?\d\d)?)?$/

/** Parses a date, timestamp or timestamp with offset in the results' format; null for other texts. */
export function parseTime(text: string): ParsedTime | null {
  const match = pattern.exec(text)
  if (match === null) return null
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', offset] = match
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  date.setUTCHours(Number(hour), Number(minute), Number(second), Number(fraction.padEnd(3, '0').slice(0, 3)))
  const wall = date.getTime()
  if (!Number.isFinite(wall)) return null
  if (offset === undefined) return { ms: wall, hasOffset: false }
  if (offset === 'Z') return { ms: wall, hasOffset: true }
  const digits = offset.replace(/\D/g, '')
  const offsetMs =
    (Number(digits.slice(0, 2)) * 3600 + Number(digits.slice(2, 4) || 0) * 60 + Number(digits.slice(4, 6) || 0)) * 1000
  return { ms: wall - (offset.startsWith('-') ? -offsetMs : offsetMs), hasOffset: true }
}
