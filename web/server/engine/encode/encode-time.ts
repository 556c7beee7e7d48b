const microsPerDay = 86_400_000_000
const microsPerMinute = 60_000_000
const microsPerSecond = 1_000_000
const msPerDay = 86_400_000

/** The values by which DuckDB's dates and timestamps represent infinity. */
export const infiniteDays = 2_147_483_647
export const infiniteMicros = 9_223_372_036_854_775_807n

const twoDigits = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'))
/** `HH:MM` by minute of the day; 24:00 is a valid time in DuckDB. */
const clockMinutes = Array.from(
  { length: 1441 },
  (_, minute) => `${twoDigits[Math.floor(minute / 60)]}:${twoDigits[minute % 60]}`,
)
const dateTextsByDay = new Map<number, string>()
const maxCachedDays = 20_000

/**
 * Formats days since 1970-01-01 as `YYYY-MM-DD` (proleptic Gregorian); years outside 0 to 9999 as ISO 8601's `±YYYYYY`.
 */
export function dateText(days: number): string {
  const cached = dateTextsByDay.get(days)
  if (cached !== undefined) return cached
  if (dateTextsByDay.size >= maxCachedDays) dateTextsByDay.clear()
  const text = computeDateText(days)
  dateTextsByDay.set(days, text)
  return text
}

/** Formats a time as `HH:MM:SS`, with `.ffffff` if there is a fraction. micros: since midnight. */
export function timeText(micros: number): string {
  const minutes = Math.floor(micros / microsPerMinute)
  const inMinute = micros - minutes * microsPerMinute
  const seconds = Math.floor(inMinute / microsPerSecond)
  const fraction = inMinute - seconds * microsPerSecond
  const text = `${clockMinutes[minutes]}:${twoDigits[seconds]}`
  return fraction === 0 ? text : `${text}.${String(fraction).padStart(6, '0')}`
}

/**
 * Formats microseconds since 1970-01-01 as `YYYY-MM-DDTHH:MM:SS[.ffffff]`; infinity as DuckDB writes it. A number must
 * be a safe integer (years 1684 to 2255), and is several times faster than a bigint.
 */
export function timestampText(micros: bigint | number): string {
  if (typeof micros === 'number') {
    const wholeDays = Math.floor(micros / microsPerDay)
    return `${dateText(wholeDays)}T${timeText(micros - wholeDays * microsPerDay)}`
  }
  if (micros === infiniteMicros) return 'infinity'
  if (micros === -infiniteMicros) return '-infinity'
  const days = floorDivide(micros, BigInt(microsPerDay))
  return `${dateText(Number(days))}T${timeText(Number(micros - days * BigInt(microsPerDay)))}`
}

/** Formats nanoseconds like `timestampText`, with three more digits if they are not zero. */
export function timestampNanosText(nanos: bigint): string {
  if (nanos === infiniteMicros) return 'infinity'
  if (nanos === -infiniteMicros) return '-infinity'
  const micros = floorDivide(nanos, 1000n)
  return withNanos(timestampText(micros), Number(nanos - micros * 1000n))
}

/** Formats nanoseconds since midnight like `timeText`. */
export function timeNanosText(nanos: bigint): string {
  return withNanos(timeText(Number(nanos / 1000n)), Number(nanos % 1000n))
}

/** Formats an offset as `±HH:MM`, with `:SS` for historical local mean times. */
export function offsetText(seconds: number): string {
  const size = Math.abs(seconds)
  const rest = size % 60
  if (rest === 0) return `${seconds < 0 ? '-' : '+'}${clockMinutes[size / 60]}`
  return `${seconds < 0 ? '-' : '+'}${twoDigits[Math.floor(size / 3600)]}:${twoDigits[Math.floor(size / 60) % 60]}:${twoDigits[rest]}`
}

/** Creates a function that formats instants in an IANA zone, each with its offset. Numbers as in `timestampText`. */
export function createZonedTimestampText(timeZone: string): (micros: bigint | number) => string {
  const offsetAt = offsetLookupOf(timeZone)
  return (micros) => {
    if (typeof micros === 'number') {
      const offset = offsetAt(Math.floor(micros / 1000))
      return timestampText(micros + offset * microsPerSecond) + offsetText(offset)
    }
    if (micros === infiniteMicros || micros === -infiniteMicros) return timestampText(micros)
    const seconds = offsetAt(Number(floorDivide(micros, 1000n)))
    return timestampText(micros + BigInt(seconds) * 1_000_000n) + offsetText(seconds)
  }
}

const offsetLookupsByZone = new Map<string, (ms: number) => number>()

function offsetLookupOf(timeZone: string): (ms: number) => number {
  let lookup = offsetLookupsByZone.get(timeZone)
  if (lookup === undefined) offsetLookupsByZone.set(timeZone, (lookup = createOffsetLookup(timeZone)))
  return lookup
}

/**
 * Creates a lookup of a zone's offsets. It asks Intl once per day, and per instant only on days on which the offset
 * changes.
 */
function createOffsetLookup(timeZone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const offsetOf = (ms: number): number => {
    // Before year 1 Intl counts years BC, and no zone had rules; after 9999 the last rules continue to apply.
    const instant = Math.min(Math.max(Math.floor(ms / 1000) * 1000, -62_135_510_400_000), 253_402_000_000_000)
    const parts: Record<string, number> = {}
    for (const { type, value } of format.formatToParts(instant)) parts[type] = Number(value)
    const local = new Date(0)
    local.setUTCFullYear(parts.year ?? 0, (parts.month ?? 1) - 1, parts.day ?? 1)
    local.setUTCHours(parts.hour ?? 0, parts.minute ?? 0, parts.second ?? 0)
    return (local.getTime() - instant) / 1000
  }
  const offsetsByDay = new Map<number, number | 'changes'>()
  return (ms) => {
    const day = Math.floor(ms / msPerDay)
    let known = offsetsByDay.get(day)
    if (known === undefined) {
      const atStart = offsetOf(day * msPerDay)
      known = atStart === offsetOf(day * msPerDay + msPerDay - 1000) ? atStart : 'changes'
      if (offsetsByDay.size >= maxCachedDays) offsetsByDay.clear()
      offsetsByDay.set(day, known)
    }
    return known === 'changes' ? offsetOf(ms) : known
  }
}

function computeDateText(days: number): string {
  if (days === infiniteDays) return 'infinity'
  if (days === -infiniteDays) return '-infinity'
  const [year, month, day] = civilOfDays(days)
  const yearText =
    year >= 0 && year <= 9999
      ? String(year).padStart(4, '0')
      : `${year < 0 ? '-' : '+'}${String(Math.abs(year)).padStart(6, '0')}`
  return `${yearText}-${twoDigits[month]}-${twoDigits[day]}`
}

/** Converts days to a date by Howard Hinnant's algorithm; valid far beyond the range of JavaScript's Date. */
function civilOfDays(days: number): [year: number, month: number, day: number] {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  return [
    yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
  ]
}

function withNanos(text: string, nanos: number): string {
  if (nanos === 0 || text.endsWith('infinity')) return text
  return `${text}${text.includes('.') ? '' : '.000000'}${String(nanos).padStart(3, '0')}`
}

function floorDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by
  return value % by < 0n ? quotient - 1n : quotient
}
