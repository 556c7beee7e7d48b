import type { FieldType } from '@tidemark/shared/query/field'
import type { ValueJson } from './collect-rows'
import { isoTime, isoTimestamp } from './time-text'
import { textOf } from './text-of'

/** How a column of PostgreSQL travels. Values arrive as PostgreSQL's own text, which keeps every digit. */
export interface PostgresType {
  readonly type: FieldType
  readonly encode: ValueJson
}

const text: ValueJson = (value) => JSON.stringify(value)
const quoted: ValueJson = (value) => `"${textOf(value)}"`
const plain: ValueJson = (value) => textOf(value)
const float: ValueJson = (value) => (/^-?\d/.test(textOf(value)) ? textOf(value) : `"${textOf(value)}"`)

const textType: PostgresType = { type: 'text', encode: text }

/** By the OID of the built-in type. Types of a database's own (enums, extensions) travel as text. */
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

/** Element types of the built-in array types. */
const elementOids: ReadonlyMap<number, number> = new Map([
  [1000, 16],
  [1005, 21],
  [1007, 23],
  [1028, 26],
  [1016, 20],
  [1021, 700],
  [1022, 701],
  [1231, 1700],
  [1182, 1082],
  [1115, 1114],
  [1185, 1184],
  [1183, 1083],
  [1270, 1266],
  [1187, 1186],
  [199, 114],
  [3807, 3802],
  [1001, 17],
  [1009, 25],
  [1015, 1043],
  [2951, 2950],
])

/** The built-in types that have no equality or no order, and that come as text. */
const uncompared: ReadonlySet<number> = new Set([28, 142, 600, 601, 602, 603, 604, 628, 718])

/** The text that values of the type come as, as SQL, where that is what they are compared by; null where they compare themselves. */
export function comparedText(oid: number, column: string): string | null {
  if (elementOids.has(oid)) return `CAST(array_to_json(${column}) AS text)`
  return uncompared.has(oid) || postgresType(oid).type === 'json' ? `CAST(${column} AS text)` : null
}

export function postgresType(oid: number): PostgresType {
  const elementOid = elementOids.get(oid)
  if (elementOid === undefined) return scalarTypes.get(oid) ?? textType
  const element = scalarTypes.get(elementOid) ?? textType
  return { type: 'json', encode: (value) => JSON.stringify(arrayJson(textOf(value), element)) }
}

/** `{1,NULL,"a,b"}` as JSON text; integers and decimals keep their digits. A lower bound (`[0:1]={…}`) is left out. */
function arrayJson(literal: string, element: PostgresType): string {
  const isNumeric = element.type === 'bigint' || element.type === 'decimal'
  const encode = (value: string): string => {
    if (element.type === 'json') return value
    const json = element.encode(value)
    return isNumeric && /^"-?[\d.]+"$/.test(json) ? json.slice(1, -1) : json
  }
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
