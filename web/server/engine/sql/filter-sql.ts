import { DuckDBTypeId, type DuckDBPreparedStatement } from '@duckdb/node-api'
import { decimalPlaces, isBeyondInteger64 } from '@tidemark/shared/query/exact-number'
import type { CellValue } from '@tidemark/shared/query/field'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import { asSingleFilters } from '@tidemark/shared/query/single-float'
import type { StatementFrame } from '../process/engine-messages'
import { comparedTexts, filterCondition, framed, splitFilters } from './filter-condition'
import { quoteName } from './sql-quoting'

/** A column of a statement's result. */
export interface ResultColumn {
  readonly name: string
  readonly typeId: DuckDBTypeId
}

/**
 * The filters that apply to a statement's result. wrap: puts the conditions, and the frame if any, around the
 * statement's text; null if there are none. applied, ignored: column names.
 */
export interface ResultNarrowing {
  readonly wrap: ((sql: string) => string) | null
  readonly params: Readonly<Record<string, CellValue>>
  readonly applied: readonly string[]
  readonly ignored: readonly string[]
}

/**
 * Builds the filters around a statement. A filter applies if exactly one result column has its name, and may have its
 * values; they are bound, and compared as the column's type.
 */
export function narrowResult(
  params: Readonly<Record<string, CellValue>>,
  filters: readonly ResultFilter[],
  statement: DuckDBPreparedStatement,
  columns: readonly ResultColumn[],
  frame: StatementFrame | undefined,
): ResultNarrowing {
  const { applicable, applied, ignored } = splitFilters(
    filters,
    columns.map(({ name }) => name),
    (filter) => columns.every(({ name, typeId }) => name !== filter.column || mayHave(typeId, filter)),
  )
  const names = parameterNames(statement)
  const allParams: Record<string, CellValue> = { ...params }
  const integers = new Set(columns.filter(({ typeId }) => integerTypes.has(typeId)).map(({ name }) => quoteName(name)))
  const bind = (value: CellValue, column: string | null): string => {
    const name = names.next()
    allParams[name] = value
    // Bound as an integer, the value would be rounded or refused.
    const isDecimal = typeof value === 'string' && column !== null && integers.has(column) && isBeyondInteger64(value)
    return isDecimal ? `CAST($${name} AS DECIMAL(38,${Math.min(mostDecimals, decimalPlaces(value))}))` : `$${name}`
  }
  const texts = comparedTexts(columns, ({ name, typeId }) => comparedText(typeId, quoteName(name)))
  const singles = columns.filter(({ typeId }) => typeId === DuckDBTypeId.FLOAT).map(({ name }) => name)
  const conditions = asSingleFilters(applicable, singles).map((filter) =>
    filterCondition(filter, { quoteName: (name) => texts.get(name) ?? quoteName(name), bind, contains }),
  )
  const filtered =
    conditions.length === 0
      ? null
      : (sql: string) => `SELECT * FROM (\n${sql}\n) AS result WHERE ${conditions.join(' AND ')}`
  return {
    wrap: frame === undefined ? filtered : (sql) => framed(filtered?.(sql) ?? sql, frame, texts, quoteName),
    params: allParams,
    applied,
    ignored,
  }
}

const integerTypes: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.UTINYINT,
  DuckDBTypeId.USMALLINT,
  DuckDBTypeId.UINTEGER,
  DuckDBTypeId.UBIGINT,
])
const numberTypes: ReadonlySet<DuckDBTypeId> = new Set([
  ...integerTypes,
  DuckDBTypeId.HUGEINT,
  DuckDBTypeId.UHUGEINT,
  DuckDBTypeId.DECIMAL,
  DuckDBTypeId.FLOAT,
  DuckDBTypeId.DOUBLE,
])

const truthPattern = /^(?:true|false|t|f|1|0)$/i

/** Returns false for truths and numbers that are compared with what is none, which would fail the whole statement. */
function mayHave(typeId: DuckDBTypeId, { op, value }: ResultFilter): boolean {
  if (op === 'contains' || op === 'made-of') return true
  const cells: readonly CellValue[] = [value].flat()
  const texts = cells.filter((cell) => typeof cell === 'string')
  if (typeId === DuckDBTypeId.BOOLEAN) return texts.every((text) => truthPattern.test(text))
  return !numberTypes.has(typeId) || texts.every(isNumberText)
}

function isNumberText(text: string): boolean {
  return /^\s*[+-]?(?:nan|inf(?:inity)?)\s*$/i.test(text) || (text.trim() !== '' && !Number.isNaN(Number(text)))
}

/** The decimal places that fit beside a 64-bit integer. */
const mostDecimals = 18

/**
 * Returns the SQL of the text by which values of the type are sent and compared; null if a text can be cast to the type
 * itself.
 */
function comparedText(typeId: DuckDBTypeId, column: string): string | null {
  switch (typeId) {
    case DuckDBTypeId.BLOB:
      return `base64(${column})`
    case DuckDBTypeId.MAP:
      return `CAST(to_json(${column}) AS VARCHAR)`
    case DuckDBTypeId.UNION:
      // The JSON also contains the name of the active member.
      return `CAST(json_extract(to_json(${column}), '$.*')[1] AS VARCHAR)`
    default:
      return null
  }
}

function contains(column: string, part: string): string {
  return `contains(lower(CAST(${column} AS VARCHAR)), lower(CAST(${part} AS VARCHAR)))`
}

/** Returns the result's columns; null if the type of one depends on the value of a parameter. */
export function preparedColumns(statement: DuckDBPreparedStatement): readonly ResultColumn[] | null {
  const columns = Array.from({ length: statement.columnCount }, (_, index) => ({
    name: statement.columnName(index),
    typeId: statement.columnTypeId(index),
  }))
  return statement.parameterCount > 0 && columns.length === 1 && columns[0]?.name === 'unknown' ? null : columns
}

/** Generates names that the statement does not use: the next numbers if its parameters are numbered, else words. */
function parameterNames(statement: DuckDBPreparedStatement): { next(): string } {
  const taken = new Set(
    Array.from({ length: statement.parameterCount }, (_, index) => statement.parameterName(index + 1)),
  )
  const isNumbered = taken.size > 0 && [...taken].every((name) => /^\d+$/.test(name))
  let count = isNumbered ? Math.max(...[...taken].map(Number)) : 0
  return {
    next: () => {
      for (;;) {
        count += 1
        const name = isNumbered ? String(count) : `filter_${count}`
        if (!taken.has(name)) return name
      }
    },
  }
}
