import { isDay } from '@tidemark/shared/base/calendar-day'
import { offsetAt } from '@tidemark/shared/charts/plot/time/zoned-time'
import type { Field, FieldType } from '@tidemark/shared/query/field'
import { offsetText } from '@/server/engine/encode/encode-time'
import type { ValueJson } from '../rows/collect-rows'
import { isoTime, isoTimestamp } from '../rows/time-text'
import { textOf } from '../rows/text-of'

/** A value as SQLite returns it, with integers as bigints. */
export type SqliteValue = bigint | number | string | Uint8Array | null

/** A column. declared: its declared type; null for an expression. */
export interface SqliteColumn {
  readonly name: string
  readonly declared: string | null
}

/** How a column of a result is sent. */
export interface SqliteReading {
  readonly field: Omit<Field, 'name'>
  readonly encode: ValueJson
}

/** Counts the kinds of values in a column of a result, since in SQLite each value has its own type. */
export interface SqliteTally {
  add(value: SqliteValue): void
  reading(zone: string): SqliteReading
}

const datePattern = /^[+-]?\d{4,6}-\d\d-\d\d$/
const timestampPattern = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d{1,9})?)?$/
const instantPattern = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)? ?(Z|[+-]\d\d(?::?\d\d)?)$/i
const timePattern = /^\d\d:\d\d(:\d\d(\.\d{1,9})?)?$/
const textTypes = ['date', 'timestamp', 'timestamptz', 'time'] as const
const patterns = { date: datePattern, timestamp: timestampPattern, timestamptz: instantPattern, time: timePattern }
const momentTypes = ['date', 'timestamp', 'timestamptz'] as const

/**
 * Returns the type of a text column that holds dates, timestamps or points in time, if all values do; otherwise null.
 * Times of day stay text, because they may be durations.
 */
export function momentTypeOf(values: readonly SqliteValue[]): (typeof momentTypes)[number] | null {
  const given = values.filter((value) => value !== null)
  return (given.length > 0 && momentTypes.find((type) => given.every((value) => isMoment(value, type)))) || null
}

/** Returns the kinds of dates and points in time among the values. */
export function momentTypesOf(values: readonly SqliteValue[]): ReadonlySet<(typeof momentTypes)[number]> {
  return new Set(values.flatMap((value) => momentTypes.find((type) => isMoment(value, type)) ?? []))
}

function isMoment(value: SqliteValue, type: (typeof momentTypes)[number]): boolean {
  return typeof value === 'string' && patterns[type].test(value) && isDay(value.slice(0, 10))
}

export function createSqliteTally({ declared }: SqliteColumn): SqliteTally {
  const seen = { integer: false, real: false, text: false, blob: false }
  const fits = { date: true, timestamp: true, timestamptz: true, time: true }
  let isSafe = true
  let isFlag = true
  let decimals = 0
  const scale = scaleOf(declared)
  const isText = declared !== null && sqliteTypeOfName(declared) === 'text'
  if (isText) fits.time = false
  return {
    add: (value) => {
      if (value === null) return
      if (typeof value === 'bigint') {
        seen.integer = true
        if (value > 9007199254740991n || value < -9007199254740991n) isSafe = false
        if (value !== 0n && value !== 1n) isFlag = false
      } else if (typeof value === 'number') {
        seen.real = true
        if (scale !== null) decimals = Math.max(decimals, decimalsOf(value))
      } else if (typeof value === 'string') {
        seen.text = true
        for (const type of textTypes) if (fits[type] && !patterns[type].test(value)) fits[type] = false
        if (isText && (fits.date || fits.timestamp || fits.timestamptz) && !isDay(value.slice(0, 10)))
          fits.date = fits.timestamp = fits.timestamptz = false
      } else seen.blob = true
    },
    reading: (zone) => {
      const reads = (type: FieldType, encode: ValueJson, stored: string): SqliteReading => ({
        field: { type, databaseType: declared ?? stored, nullable: true },
        encode,
      })
      const isOnly = (...kinds: (keyof typeof seen)[]) =>
        Object.entries(seen).every(([kind, isSeen]) => !isSeen || kinds.some((allowed) => allowed === kind))
      if (isOnly()) return reads(sqliteTypeOfName(declared), asText, 'null')
      if (isOnly('integer', 'real') && scale !== null && decimals <= scale)
        return reads('decimal', (value) => `"${fixed(value, scale)}"`, 'real')
      if (isOnly('integer')) {
        const type = sqliteTypeOfName(declared)
        if (type === 'boolean' && isFlag)
          return reads('boolean', (value) => (value === 0n ? 'false' : 'true'), 'integer')
        if (type !== 'integer' || !isSafe) return reads('bigint', (value) => `"${textOf(value)}"`, 'integer')
        return reads('integer', textOf, 'integer')
      }
      if (isOnly('real') || (isOnly('integer', 'real') && isSafe)) return reads('number', numberJson, 'real')
      if (isOnly('integer', 'real')) return reads('decimal', (value) => `"${textOf(value)}"`, 'real')
      if (isOnly('blob')) return reads('binary', asText, 'blob')
      if (isOnly('text')) {
        const wanted = declared === null ? null : sqliteTypeOfName(declared)
        if (wanted === 'json') return reads('json', asText, 'text')
        // SQLite has no date type and recommends text, so texts are checked for dates and times.
        const isTimeLike =
          wanted === null || wanted === 'text' || wanted === 'date' || wanted === 'timestamp' || wanted === 'time'
        const type = isTimeLike ? textTypes.find((candidate) => fits[candidate]) : undefined
        if (type === 'timestamptz') return reads(type, (value) => `"${zonedText(textOf(value), zone)}"`, 'text')
        if (type === 'time') return reads(type, (value) => `"${isoTime(withSeconds(textOf(value)))}"`, 'text')
        if (type !== undefined) return reads(type, (value) => `"${isoTimestamp(withSeconds(textOf(value)))}"`, 'text')
      }
      return reads('text', asText, 'text')
    },
  }
}

/** Returns the type of a column by its declaration, which SQLite does not enforce. */
export function sqliteTypeOfName(declared: string | null): FieldType {
  const name = (declared ?? 'text').toLowerCase()
  if (/bool/.test(name)) return 'boolean'
  if (/big ?int|int8/.test(name)) return 'bigint'
  if (/int/.test(name) && !/point/.test(name)) return 'integer'
  if (/char|clob|text|uuid/.test(name)) return 'text'
  if (/json/.test(name)) return 'json'
  if (/datetime|timestamp/.test(name)) return 'timestamp'
  if (/date/.test(name)) return 'date'
  if (name.startsWith('time')) return 'time'
  if (/dec|num/.test(name)) return scaleOf(name) === null ? 'number' : 'decimal'
  if (/real|floa|doub/.test(name)) return 'number'
  return /blob|binary/.test(name) ? 'binary' : 'text'
}

/** Converts a text with a point in time to local time in a zone; null for any other value. */
export function wallTime(value: SqliteValue, zone: string): string | null {
  const read = readInstant(value)
  if (read === null) return null
  return new Date(read.ms + offsetAt(read.ms, zone)).toISOString().slice(0, 19).replace('T', ' ')
}

/**
 * Converts a text with a point in time to the form in which it is sent, in local time of a zone; returns any other
 * value unchanged.
 */
export function momentText(value: SqliteValue, zone: string): SqliteValue {
  if (typeof value !== 'string') return value
  if (timestampPattern.test(value)) return isoTimestamp(withSeconds(value))
  const read = isInstant(value) ? readInstant(value) : null
  return read === null ? value : wallText(read, offsetAt(read.ms, zone))
}

/** Returns true if a text is a point in time with its offset. */
export function isInstant(value: SqliteValue): boolean {
  return typeof value === 'string' && instantPattern.test(value)
}

function readInstant(value: SqliteValue): { readonly ms: number; readonly fraction: string } | null {
  if (typeof value !== 'string') return null
  const match = instantPattern.exec(value)
  const [day, clock, seconds = '00', fraction = '', zone = 'Z'] = match === null ? value.split(/[ T]/) : match.slice(1)
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.replace(':', '').slice(3, 5) || '00'}` : 'Z'
  const ms = Date.parse(match === null ? `${day}T${clock ?? '00:00:00'}Z` : `${day}T${clock}:${seconds}${offset}`)
  return Number.isNaN(ms) ? null : { ms, fraction }
}

function zonedText(text: string, zone: string): string {
  const read = readInstant(text)
  if (read === null) return text
  const offset = offsetAt(read.ms, zone)
  return wallText(read, offset) + offsetText(offset / 1000)
}

function wallText({ ms, fraction }: { readonly ms: number; readonly fraction: string }, offset: number): string {
  const wall = new Date(ms + offset).toISOString().slice(0, 19)
  return isoTimestamp(`${wall}${fraction === '' ? '' : `.${fraction}`}`)
}

function withSeconds(text: string): string {
  return /(^|[ T])\d\d:\d\d$/.test(text) ? `${text}:00` : text
}

const asText: ValueJson = (value) =>
  JSON.stringify(value instanceof Uint8Array ? Buffer.from(value).toString('base64') : textOf(value))

const numberJson: ValueJson = (value) =>
  typeof value === 'number' && !Number.isFinite(value) ? `"${value}"` : textOf(value)

/** Returns the scale of a declared decimal. SQLite stores decimals as doubles, which are exact for up to 15 digits. */
function scaleOf(declared: string | null): number | null {
  const [, precision, scale] = /(?:dec\w*|num\w*)\s*\(\s*(\d+)\s*,\s*(\d+)\s*\)/i.exec(declared ?? '') ?? []
  return precision === undefined || Number(precision) > 15 ? null : Number(scale)
}

function decimalsOf(value: number): number {
  const text = String(value)
  if (/e|n/i.test(text)) return Number.POSITIVE_INFINITY
  return text.split('.')[1]?.length ?? 0
}

function fixed(value: unknown, scale: number): string {
  const [whole = '', fraction = ''] = textOf(value).split('.')
  return scale === 0 ? whole : `${whole}.${fraction.padEnd(scale, '0')}`
}
