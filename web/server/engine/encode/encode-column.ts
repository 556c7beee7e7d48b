import { DuckDBStructVector, DuckDBTypeId, type DuckDBDataChunk, type DuckDBType } from '@duckdb/node-api'
import { createZonedTimestampText, dateText, timestampText, timeText } from './encode-time'
import { nestedJson, scalarText, structJson, type ZonedText } from './nested-json'
import { createTextReader, isNullAt, readChunkColumn, stringSlotBytes, type ColumnData } from './vector-data'

/** Returns the JSON values of one column for the chunk's first `rowCount` rows, joined by commas. */
export type ColumnEncoder = (chunk: DuckDBDataChunk, columnIndex: number, rowCount: number) => string

const int64Factor = 4_294_967_296
const safeHighWord = 2_097_152

/**
 * Creates the encoder of a column's values (see `field.ts`). Common types are read straight from DuckDB's vectors,
 * because the package's value objects take three to five times as long.
 */
export function createColumnEncoder(type: DuckDBType, timeZone: string): ColumnEncoder {
  switch (type.typeId) {
    case DuckDBTypeId.BOOLEAN:
      return slots(1, (view, row) => (view.getUint8(row) === 0 ? 'false' : 'true'))
    case DuckDBTypeId.TINYINT:
      return slots(1, (view, row) => String(view.getInt8(row)))
    case DuckDBTypeId.UTINYINT:
      return slots(1, (view, row) => String(view.getUint8(row)))
    case DuckDBTypeId.SMALLINT:
      return slots(2, (view, row) => String(view.getInt16(row * 2, true)))
    case DuckDBTypeId.USMALLINT:
      return slots(2, (view, row) => String(view.getUint16(row * 2, true)))
    case DuckDBTypeId.INTEGER:
      return slots(4, (view, row) => String(view.getInt32(row * 4, true)))
    case DuckDBTypeId.UINTEGER:
      return slots(4, (view, row) => String(view.getUint32(row * 4, true)))
    case DuckDBTypeId.BIGINT:
      return slots(8, (view, row) => `"${int64At(view, row * 8)}"`)
    case DuckDBTypeId.DOUBLE:
      return slots(8, (view, row) => numberJson(view.getFloat64(row * 8, true)))
    case DuckDBTypeId.FLOAT:
      return slots(4, (view, row) => floatJson(view.getFloat32(row * 4, true)))
    case DuckDBTypeId.DATE:
      return slots(4, (view, row) => `"${dateText(view.getInt32(row * 4, true))}"`)
    case DuckDBTypeId.TIME:
      return slots(8, (view, row) => `"${timeText(Number(int64At(view, row * 8)))}"`)
    case DuckDBTypeId.TIMESTAMP:
      return slots(8, (view, row) => `"${timestampText(int64At(view, row * 8))}"`)
    case DuckDBTypeId.TIMESTAMP_TZ: {
      const zonedText = createZonedTimestampText(timeZone)
      return slots(8, (view, row) => `"${zonedText(int64At(view, row * 8))}"`)
    }
    case DuckDBTypeId.DECIMAL:
      return encodeDecimal(type.width, type.scale)
    case DuckDBTypeId.VARCHAR:
      return encodeText
    default:
      return encodeValues(type, timeZone)
  }
}

/**
 * Creates an encoder for values stored in slots of a fixed width. write: returns the JSON of the value at a non-null
 * row.
 */
function slots(slotBytes: number, write: (view: DataView, row: number) => string): ColumnEncoder {
  return (chunk, columnIndex, rowCount) => {
    const { view, validity } = readChunkColumn(chunk.chunk, columnIndex, chunk.rowCount, slotBytes)
    return joinRows(validity, rowCount, (row) => write(view, row))
  }
}

function joinRows(validity: ColumnData['validity'], rowCount: number, write: (row: number) => string): string {
  let text = ''
  for (let row = 0; row < rowCount; row++) {
    text += (row === 0 ? '' : ',') + (isNullAt(validity, row) ? 'null' : write(row))
  }
  return text
}

const encodeText: ColumnEncoder = (chunk, columnIndex, rowCount) => {
  const column = readChunkColumn(chunk.chunk, columnIndex, chunk.rowCount, stringSlotBytes)
  const textAt = createTextReader(column, rowCount)
  const values: (string | null)[] = []
  for (let row = 0; row < rowCount; row++) values.push(isNullAt(column.validity, row) ? null : textAt(row))
  return JSON.stringify(values).slice(1, -1)
}

function encodeDecimal(width: number, scale: number): ColumnEncoder {
  if (width <= 4) return slots(2, (view, row) => `"${decimalText(String(view.getInt16(row * 2, true)), scale)}"`)
  if (width <= 9) return slots(4, (view, row) => `"${decimalText(String(view.getInt32(row * 4, true)), scale)}"`)
  if (width <= 18) return slots(8, (view, row) => `"${decimalText(String(int64At(view, row * 8)), scale)}"`)
  return slots(16, (view, row) => {
    const scaled = (view.getBigInt64(row * 16 + 8, true) << 64n) | view.getBigUint64(row * 16, true)
    return `"${decimalText(String(scaled), scale)}"`
  })
}

/** Creates an encoder for types without a fast path, which uses the package's value objects. */
function encodeValues(type: DuckDBType, timeZone: string): ColumnEncoder {
  const zonedText: ZonedText = createZonedTimestampText(timeZone)
  const isNested = nestedTypeIds.has(type.typeId)
  return (chunk, columnIndex, rowCount) => {
    const vector = chunk.getColumnVector(columnIndex)
    const values: (string | null)[] = []
    for (let row = 0; row < rowCount; row++) {
      if (vector instanceof DuckDBStructVector) {
        values.push(structJson(vector, row, zonedText))
        continue
      }
      const value = vector.getItem(row)
      values.push(value === null ? null : isNested ? nestedJson(value, zonedText) : scalarText(value, zonedText))
    }
    return JSON.stringify(values).slice(1, -1)
  }
}

const nestedTypeIds: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.LIST,
  DuckDBTypeId.ARRAY,
  DuckDBTypeId.STRUCT,
  DuckDBTypeId.MAP,
  DuckDBTypeId.UNION,
  DuckDBTypeId.VARIANT,
])

/**
 * Returns a 64-bit integer as a number if that is safe, because JavaScript handles numbers several times faster than
 * bigints.
 */
function int64At(view: DataView, offset: number): number | bigint {
  const high = view.getInt32(offset + 4, true)
  if (high >= safeHighWord || high < -safeHighWord) return view.getBigInt64(offset, true)
  return high * int64Factor + view.getUint32(offset, true)
}

function decimalText(scaled: string, scale: number): string {
  if (scale === 0) return scaled
  const isNegative = scaled.startsWith('-')
  const digits = (isNegative ? scaled.slice(1) : scaled).padStart(scale + 1, '0')
  return `${isNegative ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

function numberJson(value: number): string {
  return Number.isFinite(value) ? String(value) : `"${value}"`
}

/** Returns the shortest text that parses to the same 32-bit float, so that 0.1 stays 0.1. */
function floatJson(value: number): string {
  if (!Number.isFinite(value)) return `"${value}"`
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return String(short)
  }
  return String(value)
}
