import mysql from 'mysql2'
import { instantOf, offsetAt } from '@tidemark/shared/charts/plot/time/zoned-time'
import type { FieldType } from '@tidemark/shared/query/field'
import { offsetText } from '@/server/engine/encode/encode-time'
import type { ValueJson } from '../rows/collect-rows'
import { isoTime, isoTimestamp } from '../rows/time-text'
import { textOf } from '../rows/text-of'

// Types is a getter of a CommonJS module, so Node cannot import it by name.
const { Types } = mysql

/** A column as MySQL describes it. columnLength: in bytes. flags: a bit mask, such as `unsigned`. */
export interface MysqlColumn {
  readonly name: string
  readonly columnType: number
  readonly columnLength: number
  readonly characterSet: number
  readonly decimals: number
  readonly flags: number
  /** MariaDB's JSON is a text type; only this field identifies it. */
  readonly extendedFormat: string | undefined
}

export interface MysqlType {
  readonly type: FieldType
  readonly databaseType: string
  readonly encode: ValueJson
}

const binaryCharset = 63
const unsignedFlag = 32
const enumFlag = 256
const setFlag = 2048

const text: ValueJson = (value) => JSON.stringify(value)
const quoted: ValueJson = (value) => `"${textOf(value)}"`
const plain: ValueJson = (value) => textOf(value)
const base64: ValueJson = (value) =>
  `"${Buffer.isBuffer(value) ? value.toString('base64') : Buffer.from(textOf(value)).toString('base64')}"`
const bits: ValueJson = (value) =>
  `"${Buffer.isBuffer(value) && value.length > 0 ? BigInt(`0x${value.toString('hex')}`) : 0n}"`

/**
 * Returns how a column of MySQL or MariaDB is sent. zone: the session's time zone, in which TIMESTAMP values arrive.
 */
export function mysqlType(column: MysqlColumn, zone: string): MysqlType {
  const { columnType, flags } = column
  const sign = (flags & unsignedFlag) === 0 ? '' : ' unsigned'
  const isBinary = column.characterSet === binaryCharset
  switch (columnType) {
    case Types.TINY:
      return { type: 'integer', databaseType: `tinyint${sign}`, encode: plain }
    case Types.SHORT:
      return { type: 'integer', databaseType: `smallint${sign}`, encode: plain }
    case Types.INT24:
      return { type: 'integer', databaseType: `mediumint${sign}`, encode: plain }
    case Types.LONG:
      return { type: 'integer', databaseType: `int${sign}`, encode: plain }
    case Types.YEAR:
      return { type: 'integer', databaseType: 'year', encode: plain }
    case Types.LONGLONG:
      return { type: 'bigint', databaseType: `bigint${sign}`, encode: quoted }
    case Types.FLOAT:
      return { type: 'number', databaseType: 'float', encode: floatJson }
    case Types.DOUBLE:
      return { type: 'number', databaseType: 'double', encode: plain }
    case Types.DECIMAL:
    case Types.NEWDECIMAL:
      return { type: 'decimal', databaseType: decimalName(column), encode: quoted }
    case Types.DATE:
    case Types.NEWDATE:
      return { type: 'date', databaseType: 'date', encode: (value) => `"${isoTimestamp(textOf(value))}"` }
    case Types.DATETIME:
      return { type: 'timestamp', databaseType: 'datetime', encode: (value) => `"${isoTimestamp(textOf(value))}"` }
    case Types.TIMESTAMP:
      return {
        type: 'timestamptz',
        databaseType: 'timestamp',
        encode: (value) => `"${zonedText(textOf(value), zone)}"`,
      }
    case Types.TIME:
      return { type: 'time', databaseType: 'time', encode: (value) => `"${isoTime(textOf(value))}"` }
    case Types.JSON:
      return { type: 'json', databaseType: 'json', encode: text }
    case Types.BIT:
      return { type: 'bigint', databaseType: `bit(${column.columnLength})`, encode: bits }
    case Types.GEOMETRY:
      return { type: 'json', databaseType: 'geometry', encode: (value) => JSON.stringify(JSON.stringify(value)) }
    case Types.NULL:
      return { type: 'text', databaseType: 'null', encode: text }
    default:
      if (column.extendedFormat === 'json') return { type: 'json', databaseType: 'json', encode: text }
      if (isBinary) return { type: 'binary', databaseType: 'binary', encode: base64 }
      return {
        type: 'text',
        databaseType: (flags & enumFlag) !== 0 ? 'enum' : (flags & setFlag) !== 0 ? 'set' : textName(columnType),
        encode: text,
      }
  }
}

/** Returns the type of a column by the catalogue's name, such as `bigint`. */
export function mysqlTypeOfName(dataType: string): FieldType {
  switch (dataType.toLowerCase()) {
    case 'tinyint':
    case 'smallint':
    case 'mediumint':
    case 'int':
    case 'integer':
    case 'year':
      return 'integer'
    case 'bigint':
    case 'bit':
      return 'bigint'
    case 'float':
    case 'double':
    case 'real':
      return 'number'
    case 'decimal':
    case 'numeric':
      return 'decimal'
    case 'date':
    case 'time':
    case 'json':
      return dataType.toLowerCase() as 'date' | 'time' | 'json' // one of the three cases above
    case 'datetime':
      return 'timestamp'
    case 'timestamp':
      return 'timestamptz'
    case 'binary':
    case 'varbinary':
    case 'tinyblob':
    case 'blob':
    case 'mediumblob':
    case 'longblob':
      return 'binary'
    case 'geometry':
    case 'point':
    case 'linestring':
    case 'polygon':
      return 'json'
    default:
      return 'text'
  }
}

/** Returns the shortest text that parses to the same 32-bit float, so that 0.1 stays 0.1. */
function floatJson(value: unknown): string {
  const number = Number(value)
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(number.toPrecision(digits))
    if (Math.fround(short) === number) return String(short)
  }
  return String(number)
}

/** Returns a decimal's type name. The length includes the sign and the decimal point. */
function decimalName({ columnLength, decimals, flags }: MysqlColumn): string {
  const precision = columnLength - (decimals > 0 ? 1 : 0) - ((flags & unsignedFlag) === 0 ? 1 : 0)
  return `decimal(${precision},${decimals})`
}

function textName(columnType: number): string {
  if (columnType === Types.STRING) return 'char'
  return columnType === Types.VAR_STRING || columnType === Types.VARCHAR ? 'varchar' : 'text'
}

/**
 * Writes a TIMESTAMP with its offset, which MySQL does not send. In the hour that repeats when clocks go back, the
 * value is ambiguous; the first one is assumed.
 */
function zonedText(text: string, zone: string): string {
  const iso = isoTimestamp(text)
  const wall = Date.parse(`${iso.slice(0, 19)}Z`)
  if (Number.isNaN(wall)) return iso
  return iso + offsetText(offsetAt(instantOf(wall, zone), zone) / 1000)
}
