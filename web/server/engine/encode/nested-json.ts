import {
  DuckDBArrayValue,
  DuckDBBlobValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBGeometryValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBStructVector,
  DuckDBTimeTZValue,
  DuckDBTimeValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBTimeNSValue,
  DuckDBUnionValue,
  DuckDBVariantValue,
  type DuckDBValue,
} from '@duckdb/node-api'
import { dateText, offsetText, timeNanosText, timestampNanosText, timestampText, timeText } from './encode-time'

export type ZonedText = (micros: bigint) => string

/** Returns the JSON text of a list, struct, map, union or variant. Integers and decimals keep all their digits. */
export function nestedJson(value: DuckDBValue, zonedText: ZonedText): string {
  if (value === null) return 'null'
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) {
    return `[${value.items.map((item) => nestedJson(item, zonedText)).join(',')}]`
  }
  if (value instanceof DuckDBStructValue) return objectJson(Object.entries(value.entries), zonedText)
  if (value instanceof DuckDBMapValue) {
    return objectJson(
      value.entries.map(({ key, value: item }) => [scalarText(key, zonedText) ?? 'null', item]),
      zonedText,
    )
  }
  if (value instanceof DuckDBUnionValue || value instanceof DuckDBVariantValue)
    return nestedJson(value.value, zonedText)
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : JSON.stringify(String(value))
  if (value instanceof DuckDBDecimalValue) return value.toString()
  return JSON.stringify(scalarText(value, zonedText))
}

/**
 * Returns the JSON text of a struct in a column, with its entries in order; null for null. A row such as `(1, 2)` has
 * unnamed entries and becomes an array. The package's own object is not used, because it merges entries of equal names
 * and moves numeric names to the front.
 */
export function structJson(vector: DuckDBStructVector, row: number, zonedText: ZonedText): string | null {
  if (!vector.isItemValid(row)) return null
  const names = vector.type.entryNames
  const entries = names.map((_, index) => {
    const inner = vector.entryVectorAt(index)
    return inner instanceof DuckDBStructVector
      ? (structJson(inner, row, zonedText) ?? 'null')
      : nestedJson(vector.getItemValue(row, index), zonedText)
  })
  if (new Set(names).size < names.length) return `[${entries.join(',')}]`
  return `{${names.map((name, index) => `${JSON.stringify(name)}:${entries[index]}`).join(',')}}`
}

/** Returns a scalar as the text in which it is sent; null stays null. Nested values become JSON text. */
export function scalarText(value: DuckDBValue, zonedText: ZonedText): string | null {
  if (value === null) return null
  if (typeof value !== 'object') return String(value)
  if (value instanceof DuckDBDateValue) return dateText(value.days)
  if (value instanceof DuckDBTimestampTZValue) return zonedText(value.micros)
  if (value instanceof DuckDBTimestampValue) return timestampText(value.micros)
  if (value instanceof DuckDBTimestampMillisecondsValue)
    return timestampText(value.isFinite ? value.millis * 1000n : value.millis)
  if (value instanceof DuckDBTimestampSecondsValue)
    return timestampText(value.isFinite ? value.seconds * 1_000_000n : value.seconds)
  if (value instanceof DuckDBTimestampNanosecondsValue) return timestampNanosText(value.nanos)
  if (value instanceof DuckDBTimeValue) return timeText(Number(value.micros))
  if (value instanceof DuckDBTimeNSValue) return timeNanosText(value.nanos)
  if (value instanceof DuckDBTimeTZValue) return timeText(Number(value.micros)) + offsetText(value.offset)
  if (value instanceof DuckDBBlobValue || value instanceof DuckDBGeometryValue)
    return Buffer.from(value.bytes).toString('base64')
  if (isNested(value)) return nestedJson(value, zonedText)
  return value.toString()
}

function isNested(value: DuckDBValue): boolean {
  return (
    value instanceof DuckDBListValue ||
    value instanceof DuckDBArrayValue ||
    value instanceof DuckDBStructValue ||
    value instanceof DuckDBMapValue ||
    value instanceof DuckDBUnionValue ||
    value instanceof DuckDBVariantValue
  )
}

function objectJson(entries: readonly (readonly [string, DuckDBValue])[], zonedText: ZonedText): string {
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${nestedJson(item, zonedText)}`).join(',')}}`
}
