import { months, weekdays } from '@tidemark/shared/builder/time-part-words'
import type { CellValue, Field, FieldType } from '@tidemark/shared/query/field'
import type { ResultData } from '@tidemark/shared/query/run-query'

export interface GridSort {
  readonly column: number
  readonly direction: 'ascending' | 'descending'
}

/**
 * Returns the row indexes of a result sorted by a column. Ties keep the result's order, and nulls come last in both
 * directions. Numbers are compared as numbers, even if given as text (64-bit integers, decimals); times by instant;
 * weekdays and months by the calendar; other text by the reader's locale with numeric digits; NaN after every number.
 */
export function sortRows(data: ResultData, sort: GridSort, locale: string): Uint32Array {
  const field = data.fields[sort.column]
  const values = data.columns[sort.column]
  const order = Uint32Array.from({ length: data.rowCount }, (_, row) => row)
  if (field === undefined || values === undefined) return order
  const compare = keyComparison(field.type, values, locale)
  const sign = sort.direction === 'ascending' ? 1 : -1
  return order.sort((a, b) => {
    const aIsNull = (values[a] ?? null) === null
    const bIsNull = (values[b] ?? null) === null
    if (aIsNull || bIsNull) return aIsNull === bIsNull ? a - b : aIsNull ? 1 : -1
    return sign * compare(a, b) || a - b
  })
}

/** Returns the sort after a header click: ascending, descending, then the result's own order. */
export function nextSort(sort: GridSort | null, column: number): GridSort | null {
  if (sort === null || sort.column !== column) return { column, direction: 'ascending' }
  return sort.direction === 'ascending' ? { column, direction: 'descending' } : null
}

type RowComparison = (a: number, b: number) => number

function keyComparison(type: Field['type'], values: readonly CellValue[], locale: string): RowComparison {
  switch (type) {
    case 'bigint':
      return compareKeys(values.map((value) => (value === null ? 0n : toBigInt(value))))
    case 'integer':
    case 'number':
    case 'decimal':
      return decimalComparison(values)
    case 'timestamptz':
      return compareKeys(values.map((value) => (typeof value === 'string' ? toMicroseconds(value) : 0)))
    case 'boolean':
      return compareKeys(values.map(Number))
    case 'date':
    case 'timestamp':
    case 'time':
      return compareKeys(values.map(String))
    default: {
      const words = calendarWords(values)
      if (words !== null) return compareKeys(values.map((value) => words.indexOf(String(value))))
      const { compare } = new Intl.Collator(locale, { numeric: isReadAsText(type) })
      const keys = values.map(String)
      return (a, b) => compare(keys[a] ?? '', keys[b] ?? '')
    }
  }
}

/** The words of weekdays or months in their order, where a column holds nothing else; null of any other. */
function calendarWords(values: readonly CellValue[]): readonly string[] | null {
  const orders: readonly (readonly string[])[] = [weekdays, months]
  return orders.find((words) => values.every((value) => value === null || words.includes(String(value)))) ?? null
}

function isReadAsText(type: FieldType): boolean {
  return type === 'text' || type === 'interval'
}

function compareKeys(keys: readonly (number | bigint | string)[]): RowComparison {
  return (a, b) => {
    const x = keys[a]
    const y = keys[b]
    // Both indexes are rows of the column, so the keys exist.
    if (x === undefined || y === undefined) return 0
    return x < y ? -1 : x > y ? 1 : 0
  }
}

/** Compares as doubles first, and digit by digit if two long decimals round to the same double. */
function decimalComparison(values: readonly CellValue[]): RowComparison {
  const numbers = Float64Array.from(values, (value) => (value === null ? Number.NaN : Number(value)))
  return (a, b) => {
    const x = numbers[a] ?? Number.NaN
    const y = numbers[b] ?? Number.NaN
    if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y))
    return x < y ? -1 : x > y ? 1 : compareDecimalText(String(values[a]), String(values[b]))
  }
}

function compareDecimalText(a: string, b: string): number {
  const plain = /^-?\d+(\.\d+)?$/
  if (a === b || !plain.test(a) || !plain.test(b)) return 0
  const scale = Math.max(fractionDigits(a), fractionDigits(b))
  const difference = scaled(a, scale) - scaled(b, scale)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

function fractionDigits(text: string): number {
  const dot = text.indexOf('.')
  return dot === -1 ? 0 : text.length - dot - 1
}

function scaled(text: string, scale: number): bigint {
  return BigInt(text.replace('.', '') + '0'.repeat(scale - fractionDigits(text)))
}

function toBigInt(value: string | number | boolean): bigint {
  return BigInt(value)
}

/**
 * Converts `YYYY-MM-DDTHH:MM:SS[.ffffff]±HH:MM` to microseconds since 1970; Date alone would drop what is below a
 * millisecond.
 */
function toMicroseconds(text: string): number {
  const fraction = /\.(\d+)/.exec(text)?.[1] ?? ''
  const micros = Number(fraction.padEnd(6, '0').slice(0, 6))
  return Date.parse(text.replace(/\.\d+/, '')) * 1000 + micros
}
