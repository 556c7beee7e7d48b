import type { FieldType } from '@tidemark/shared/query/field'
import type { ValueJson } from '../rows/collect-rows'
import { isoTime, isoTimestamp } from '../rows/time-text'
import { textOf } from '../rows/text-of'

/** How a column of PostgreSQL is sent. Values arrive as PostgreSQL's text, which keeps every digit. */
export interface PostgresType {
  readonly type: FieldType
  readonly encode: ValueJson
}

const text: ValueJson = (value) => JSON.stringify(value)
const quoted: ValueJson = (value) => `"${textOf(value)}"`
const plain: ValueJson = (value) => textOf(value)
const float: ValueJson = (value) => (/^-?\d/.test(textOf(value)) ? textOf(value) : `"${textOf(value)}"`)

export const moneyOid = 790
const moneyArrayOid = 791

/** The decimal digits of money in most locales. */
export const usualMoneyDigits = 2

/** Returns true if reading values of the type requires the digits of money. */
export function isMoney(oid: number): boolean {
  return oid === moneyOid || oid === moneyArrayOid
}

/** Parses money as the database's locale writes it, such as `-$1,234.50` or `1.234,50 €`. */
function moneyNumber(written: string, digits: number): string {
  const amount = written.replace(/\D/g, '').padStart(digits + 1, '0')
  const sign = /[(\-\u2212]/.test(written) ? '-' : ''
  const point = amount.length - digits
  return `${sign}${amount.slice(0, point)}${digits === 0 ? '' : `.${amount.slice(point)}`}`
}

const textType: PostgresType = { type: 'text', encode: text }

/** How built-in types are sent, by OID. Types defined in a database (enums, extensions) are sent as text. */
const scalarTypes: ReadonlyMap<number, PostgresType> = new Map<number, PostgresType>([
  [16, { type: 'boolean', encode: (value) => (value === 't' ? 'true' : 'false') }],
  [21, { type: 'integer', encode: plain }],
  [23, { type: 'integer', encode: plain }],
  [26, { type: 'integer', encode: plain }],
  [20, { type: 'bigint', encode: quoted }],
  [700, { type: 'number', encode: float }],
  [701, { type: 'number', encode: float }],
  [1700, { type: 'decimal', encode: quoted }],
  [1082, { type: 'date', encode: (value) => `"${isoTimestamp(textOf(value))}"` }],
  [1114, { type: 'timestamp', encode: (value) => `"${isoTimestamp(textOf(value))}"` }],
  [1184, { type: 'timestamptz', encode: (value) => `"${isoTimestamp(textOf(value))}"` }],
  [1083, { type: 'time', encode: (value) => `"${isoTime(textOf(value))}"` }],
  [1266, { type: 'time', encode: (value) => `"${isoTime(textOf(value))}"` }],
  [1186, { type: 'interval', encode: text }],
  [114, { type: 'json', encode: text }],
  [3802, { type: 'json', encode: text }],
  [17, { type: 'binary', encode: (value) => `"${Buffer.from(textOf(value).slice(2), 'hex').toString('base64')}"` }],
])

type ElementJson = (value: string) => string

const asText: ElementJson = (value) => JSON.stringify(value)
const asNumber: ElementJson = (value) => (/^-?\d/.test(value) ? value : JSON.stringify(value))
const asItIs: ElementJson = (value) => value
const asTimestamp: ElementJson = (value) => JSON.stringify(value.replace(/^(\d+-\d\d-\d\d) /, '$1T'))
const asTimestampTz: ElementJson = (value) => asTimestamp(value.replace(/([+-]\d\d)(?= BC$|$)/, '$1:00'))

/**
 * Encodes the elements of built-in arrays as `array_to_json` does, so that filtering by a shown value finds it. For
 * money see `postgresType`.
 */
const elementJsons: ReadonlyMap<number, ElementJson> = new Map([
  [1000, (value) => (value === 't' ? 'true' : 'false')],
  ...[1005, 1007, 1016, 1021, 1022, 1231].map((oid) => [oid, asNumber] as const),
  ...[199, 3807].map((oid) => [oid, asItIs] as const),
  [1115, asTimestamp],
  [1185, asTimestampTz],
  ...[1001, 1009, 1015, 1028, 1182, 1183, 1187, 1270, 2951].map((oid) => [oid, asText] as const),
])

/** The OIDs of built-in types, and arrays of them, that have no equality or no order and are sent as text. */
const uncompared: ReadonlySet<number> = new Set([
  28, 142, 600, 601, 602, 603, 604, 628, 718, 143, 629, 719, 1011, 1017, 1018, 1019, 1020, 1027,
])

/** The OIDs of smallint, integer and bigint. */
const integerOids: ReadonlySet<number> = new Set([20, 21, 23])

/**
 * Returns the SQL by which values of a type are compared if that is not the value itself, such as its text; otherwise
 * null. asDecimal: compares integers as decimals, because one of the values is not an integer.
 */
export function comparedText(oid: number, column: string, asDecimal: boolean): string | null {
  if (asDecimal && integerOids.has(oid)) return `CAST(${column} AS numeric)`
  if (elementJsons.has(oid) || oid === moneyArrayOid) return `CAST(array_to_json(${column}) AS text)`
  return uncompared.has(oid) || postgresType(oid).type === 'json' ? `CAST(${column} AS text)` : null
}

/** Returns the SQL of a column in a form that can be calculated with: money cannot be compared with numbers. */
export function readableColumn(oid: number, column: string): string {
  if (!isMoney(oid)) return column
  return `CAST(${column} AS numeric${oid === moneyOid ? '' : '[]'}) AS ${column}`
}

/** Returns how a type is sent. moneyDigits: decimal digits of money, which depend on the database's locale. */
export function postgresType(oid: number, moneyDigits = usualMoneyDigits): PostgresType {
  if (oid === moneyOid) return { type: 'decimal', encode: (value) => `"${moneyNumber(textOf(value), moneyDigits)}"` }
  const asMoney: ElementJson = (value) => moneyNumber(value, moneyDigits)
  const elementJson = oid === moneyArrayOid ? asMoney : elementJsons.get(oid)
  if (elementJson === undefined) return scalarTypes.get(oid) ?? textType
  return { type: 'json', encode: (value) => JSON.stringify(arrayJson(textOf(value), elementJson)) }
}

/** Converts `{1,NULL,"a,b"}` to JSON text. A lower bound (`[0:1]={…}`) is dropped. */
function arrayJson(literal: string, encode: ElementJson): string {
  let index = literal.indexOf('{')
  const read = (): string => {
    const items: string[] = []
    index += 1
    while (literal[index] !== '}' && index < literal.length) {
      if (literal[index] === ',') index += 1
      if (literal[index] === '{') items.push(read())
      else if (literal[index] === '"') items.push(encode(readQuoted()))
      else items.push(readBare())
    }
    index += 1
    return `[${items.join(',')}]`
  }
  const readQuoted = (): string => {
    let value = ''
    for (index += 1; literal[index] !== '"' && index < literal.length; index += 1) {
      if (literal[index] === '\\') index += 1
      value += literal[index]
    }
    index += 1
    return value
  }
  const readBare = (): string => {
    const start = index
    while (literal[index] !== ',' && literal[index] !== '}' && index < literal.length) index += 1
    const value = literal.slice(start, index)
    return value === 'NULL' ? 'null' : encode(value)
  }
  return read()
}
