import { parseTime } from '@tidemark/shared/charts/plot/time/parse-time'
import { instantOf } from '@tidemark/shared/charts/plot/time/zoned-time'
import { wallZone } from '@tidemark/shared/builder/dialects/clickhouse-dialect'
import type { FieldType } from '@tidemark/shared/query/field'
import { createZonedTimestampText, timestampText } from '@/server/engine/encode/encode-time'
import type { ValueJson } from '../rows/collect-rows'
import { isoTime } from '../rows/time-text'

/** How the values of a column are sent. They arrive as JSON texts. */
export interface ClickhouseType {
  readonly type: FieldType
  readonly nullable: boolean
  readonly encode: ValueJson
}

/**
 * The time zones involved. server: the server's zone, in which points in time are written. asked: the zone in which
 * they are wanted.
 */
export interface ClickhouseZones {
  readonly server: string
  readonly asked: string
}

// The row reader passes only JSON texts.
const json = (value: unknown): string => value as string
const plain: ValueJson = json
const quoted: ValueJson = (value) => `"${json(value).replaceAll('"', '')}"`
const nested: ValueJson = (value) => JSON.stringify(json(value))

const integers = /^U?Int(8|16|32)$/
const bigIntegers = /^U?Int(64|128|256)$/

/** Returns how a type of this name is sent. UInt32 counts as integer, because a JSON number holds it exactly. */
export function clickhouseType(name: string, zones: ClickhouseZones): ClickhouseType {
  const inner = /^(Nullable|LowCardinality)\((.*)\)$/s.exec(name)
  if (inner !== null) {
    const type = clickhouseType(inner[2] ?? '', zones)
    return inner[1] === 'Nullable' ? { ...type, nullable: true } : type
  }
  const simple = simpleType(name, zones)
  return { nullable: name === 'Nothing', ...simple }
}

function simpleType(name: string, zones: ClickhouseZones): Omit<ClickhouseType, 'nullable'> {
  if (integers.test(name)) return { type: 'integer', encode: plain }
  if (bigIntegers.test(name)) return { type: 'bigint', encode: quoted }
  if (/^(B?Float\d+)$/.test(name)) return { type: 'number', encode: floatJson }
  if (name === 'Bool') return { type: 'boolean', encode: plain }
  const decimal = /^Decimal\d*\((?:\d+, )?(\d+)\)$/.exec(name)
  if (decimal !== null) return { type: 'decimal', encode: (value) => decimalJson(value, Number(decimal[1])) }
  if (/^Date(32)?$/.test(name)) return { type: 'date', encode: dateJson }
  const moment = /^DateTime(?:64)?(?:\((.*)\))?$/.exec(name)
  if (moment !== null) {
    const zone = /'(.+)'/.exec(moment[1] ?? '')?.[1] ?? zones.server
    if (zone === wallZone) return { type: 'timestamp', encode: (value) => momentJson(value, 'UTC', timestampText) }
    const write = createZonedTimestampText(zones.asked)
    return { type: 'timestamptz', encode: (value) => momentJson(value, zone, write) }
  }
  if (/^Time(64)?\b/.test(name)) return { type: 'time', encode: (value) => `"${isoTime(unquoted(value))}"` }
  if (/^(Array|Tuple|Map|Nested|JSON|Object|Variant|Dynamic|Point|Ring|Polygon|MultiPolygon)\b/.test(name))
    return { type: 'json', encode: nested }
  if (name.startsWith('Interval')) return { type: 'bigint', encode: quoted }
  return { type: 'text', encode: textJson }
}

function unquoted(value: unknown): string {
  return json(value).replace(/^"|"$/g, '')
}

/** Returns a string as it is, and quotes a value whose type is not handled here. */
const textJson: ValueJson = (value) => (json(value).startsWith('"') ? json(value) : JSON.stringify(json(value)))

/** Writes NaN and infinities as PostgreSQL does. */
const floatJson: ValueJson = (value) => {
  const text = unquoted(value)
  if (/^-?\d/.test(text)) return text
  return /nan/i.test(text) ? '"NaN"' : text.startsWith('-') ? '"-Infinity"' : '"Infinity"'
}

/** Pads a decimal to its scale, because later versions omit trailing zeros. */
function decimalJson(value: unknown, scale: number): string {
  const [whole = '', fraction = ''] = unquoted(value).split('.')
  return scale === 0 ? `"${whole}"` : `"${whole}.${fraction.padEnd(scale, '0')}"`
}

/** Replaces the form in which early versions wrote the first day. */
const dateJson: ValueJson = (value) => (json(value) === '"0000-00-00"' ? '"1970-01-01"' : json(value))

/** Writes a point in time, which arrives as local time in the zone, or with a Z if the server supports it. */
function momentJson(value: unknown, zone: string, write: (micros: number) => string): string {
  const text = unquoted(value).replace(/^0000-00-00 /, '1970-01-01 ')
  const parsed = parseTime(text)
  if (parsed === null) return json(value)
  const instant = parsed.hasOffset ? parsed.ms : instantOf(parsed.ms, zone)
  const fraction = /\.(\d+)/.exec(text)?.[1] ?? ''
  // The instant has millisecond precision; the fraction's six digits are sent.
  const micros = Math.floor(instant / 1000) * 1_000_000 + Number(fraction.padEnd(6, '0').slice(0, 6))
  return `"${write(micros)}"`
}
