import type { ColumnRole } from '../builder/column-role'
import type { QuestionColumn } from '../builder/question'
import { isNumericType, isTemporalType, type CellValue, type FieldType } from '../query/field'
import type { NumberSign } from '../query/number-sign'
import type { ResultData } from '../query/run-query'

/** A column as its import or database describes it. emptyCount: of all rows; sample: some of its values; both where they are known. */
export interface DraftedColumn {
  readonly name: string
  readonly type: FieldType
  readonly databaseType: string
  readonly sign?: NumberSign | undefined
  readonly label?: string | undefined
  readonly role?: ColumnRole | undefined
  /** The unit that people gave its numbers, such as °C. */
  readonly unit?: string | undefined
  readonly key?: 'primary' | 'foreign' | null
  readonly emptyCount?: number
  readonly sample?: readonly string[]
}

/**
 * A column as far as some rows of its table tell. filled: the share of rows with a value. distinct: how many values there are without nulls.
 * isUnique: no value is there twice. least, most: of numbers and times; times are their text. longest: characters of the longest text.
 */
export interface ColumnFacts {
  readonly column: QuestionColumn
  readonly sign: NumberSign | undefined
  /** The name and role that people gave it. */
  readonly label?: string | undefined
  readonly role?: ColumnRole | undefined
  readonly unit?: string | undefined
  readonly key: 'primary' | 'foreign' | null
  readonly filled: number
  readonly distinct: number
  readonly isUnique: boolean
  readonly isWhole: boolean
  readonly least: number | string | null
  readonly most: number | string | null
  readonly longest: number
}

/** The most columns that a draft reads. */
export const mostColumns = 100
const mostSampledRows = 5000
const mostSampledCells = 200_000

/** How many rows a draft reads to know its columns: fewer of a wide table. */
export function sampledRows(columnCount: number): number {
  return Math.min(mostSampledRows, Math.ceil(mostSampledCells / Math.max(1, columnCount)))
}

/**
 * The columns worth reading, in their order: of many, those that are wanted by name, and those of times and numbers before texts. What
 * cannot be grouped, such as JSON, is none.
 */
export function promisingColumns(
  columns: readonly DraftedColumn[],
  wanted: readonly string[] = [],
): readonly DraftedColumn[] {
  const readable = columns.filter(({ type }) => isReadable(type))
  if (readable.length <= mostColumns) return readable
  const rankOf = ({ type, emptyCount }: DraftedColumn) =>
    (isTemporalType(type) ? 0 : isNumericType(type) ? 1 : 2) + (emptyCount === 0 ? 0 : 0.5)
  // Numbers alone would leave no room for what they are told apart by.
  const numbers = readable.filter(({ type }) => isNumericType(type))
  const kept = new Set([
    ...readable.filter(({ name }) => wanted.includes(name)),
    ...numbers.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, mostColumns / 2),
    ...readable
      .filter(({ type }) => !isNumericType(type))
      .toSorted((a, b) => rankOf(a) - rankOf(b))
      .slice(0, mostColumns / 2),
  ])
  for (const column of readable) if (kept.size < mostColumns) kept.add(column)
  return readable.filter((column) => kept.has(column))
}

function isReadable(type: FieldType): boolean {
  return type !== 'json' && type !== 'binary' && type !== 'interval' && type !== 'time'
}

/** Reads the columns off some rows. rowCount: of the table, if it is known: an import has counted the empty values of all rows. */
export function factsOf(
  columns: readonly DraftedColumn[],
  rows: Pick<ResultData, 'fields' | 'columns' | 'rowCount'>,
  rowCount: number | null,
): readonly ColumnFacts[] {
  return columns.map((described) => {
    const at = rows.fields.findIndex(({ name }) => name === described.name)
    return columnFacts(described, rows.columns[at] ?? [], rowCount)
  })
}

function columnFacts(
  { name, type, databaseType, sign, label, role, unit, key = null, emptyCount, sample = [] }: DraftedColumn,
  values: readonly CellValue[],
  rowCount: number | null,
): ColumnFacts {
  const present = values.filter((value) => value !== null)
  const texts = new Set(present.map(String))
  const numbers = isNumericType(type) ? present.map(Number).filter(Number.isFinite) : []
  const times = isTemporalType(type) ? [...texts].filter((text) => Number.isFinite(timeOf(text))).sort(byTime) : []
  const isUnique = texts.size === present.length
  // The first rows may all hold one value, where the whole file has others.
  for (const value of sample) if (!isNumericType(type) && !isTemporalType(type)) texts.add(value)
  return {
    column: { join: null, name, type, databaseType },
    sign,
    label,
    role,
    unit,
    key,
    filled:
      emptyCount !== undefined && rowCount !== null && rowCount > 0
        ? 1 - emptyCount / rowCount
        : values.length === 0
          ? 0
          : present.length / values.length,
    distinct: texts.size,
    isUnique,
    isWhole: numbers.every(Number.isInteger),
    least: numbers.length > 0 ? numbers.reduce((a, b) => Math.min(a, b)) : (times[0] ?? null),
    most: numbers.length > 0 ? numbers.reduce((a, b) => Math.max(a, b)) : (times.at(-1) ?? null),
    longest: type === 'text' ? present.reduce<number>((most, value) => Math.max(most, String(value).length), 0) : 0,
  }
}

/** A date or time as Unix milliseconds, one without a zone as in UTC. */
export function timeOf(text: string): number {
  return Date.parse(/T.*(Z|[+-]\d\d:?\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`)
}

function byTime(a: string, b: string): number {
  return timeOf(a) - timeOf(b)
}
