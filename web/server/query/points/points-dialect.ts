import { createClickhouseDialect } from '@tidemark/shared/builder/dialects/clickhouse-dialect'
import type { Connection, ConnectionKind } from '@tidemark/shared/connections/connection'
import { isNumericType, type FieldType } from '@tidemark/shared/query/field'
import type { DrawnColumn } from '../plan/drawn-columns'

/** The SQL of an engine for thinning out points. */
export interface PointsDialect {
  readonly quoteName: (name: string) => string
  /** Returns a column with values of other types removed, for databases whose columns may mix types. */
  readonly ofType?: (column: string, type: FieldType) => string
  /** Returns a value as a number for its position: the value itself, or microseconds since 1970. */
  readonly placeOf: (value: string, type: FieldType) => string
  /** Returns the condition that the value has a position: it is not null and finite. */
  readonly hasPlace: (value: string, type: FieldType) => string
  /** Returns a form of the column that is equal only for identical texts, whatever the database's collation. */
  readonly exact: (column: string, type: FieldType) => string
  readonly isSame: (a: string, b: string) => string
  readonly isNull: (value: string) => string
  readonly asInteger: (value: string) => string
  /** True if the row at the minimum and maximum of another column can be selected in the same pass (`arg_min`). */
  readonly hasArgMin: boolean
  /**
   * Returns a number that grows with `slotOf` from 1970 on but is cheaper, for engines that can compare each row with
   * the previous one in reading order.
   */
  readonly orderOf?: (value: string, type: FieldType) => string
}

function isTime(type: FieldType): boolean {
  return type === 'date' || type === 'timestamp' || type === 'timestamptz'
}

const standard = {
  quoteName: (name: string) => `"${name.replaceAll('"', '""')}"`,
  hasPlace: (value: string, type: FieldType) => (isTime(type) ? `isfinite(${value})` : isDrawn(value)),
  exact: (column: string) => column,
  isSame: (a: string, b: string) => `${a} IS NOT DISTINCT FROM ${b}`,
  isNull: (value: string) => `(${value} IS NULL)`,
  asInteger: (value: string) => `CAST(${value} AS integer)`,
} as const

const duckdbPoints: PointsDialect = {
  ...standard,
  placeOf: (value, type) =>
    isTime(type) ? `epoch_us(${value})` : type === 'number' ? value : `CAST(${value} AS double)`,
  hasArgMin: true,
  orderOf: (value, type) => (isTime(type) ? `epoch_ms(${value})` : duckdbPoints.placeOf(value, type)),
}

const postgresPoints: PointsDialect = {
  ...standard,
  placeOf: (value, type) =>
    isTime(type)
      ? `CAST(extract(epoch FROM ${value}) * 1000000 AS double precision)`
      : `CAST(${value} AS double precision)`,
  // Booleans and types sent as texts, such as uuid, have no `min`.
  exact: (column, type) =>
    type === 'boolean' ? `CAST(${column} AS integer)` : type === 'text' ? `CAST(${column} AS text)` : column,
  hasArgMin: false,
}

const mysqlPoints: PointsDialect = {
  quoteName: (name) => `\`${name.replaceAll('`', '``')}\``,
  placeOf: (value, type) =>
    type === 'timestamptz'
      ? `UNIX_TIMESTAMP(${value}) * 1000000e0`
      : isTime(type)
        ? `TIMESTAMPDIFF(MICROSECOND, '1970-01-01', ${value}) * 1e0`
        : `${value} * 1e0`,
  hasPlace: (value, type) => (isTime(type) ? `${value} IS NOT NULL` : isDrawn(value)),
  exact: (column, type) => (type === 'text' ? `CONVERT(${column} USING utf8mb4) COLLATE utf8mb4_bin` : column),
  isSame: (a, b) => `${a} <=> ${b}`,
  isNull: (value) => `(${value} IS NULL)`,
  asInteger: (value) => `CAST(${value} AS signed)`,
  hasArgMin: false,
}

/** The dialect of SQLite. `least` is a function that Tidemark adds; dates and times are texts and compare as such. */
const sqlitePoints: PointsDialect = {
  ...standard,
  ofType: (column, type) => {
    if (isTime(type)) return `CASE WHEN unixepoch(${column}) IS NOT NULL THEN ${column} END`
    return isNumericType(type) ? `CASE WHEN typeof(${column}) IN ('integer', 'real') THEN ${column} END` : column
  },
  placeOf: (value, type) => (isTime(type) ? `unixepoch(${value}, 'subsec') * 1000000.0` : `CAST(${value} AS real)`),
  hasPlace: (value, type) => (isTime(type) ? `unixepoch(${value}) IS NOT NULL` : isDrawn(value)),
  exact: (column, type) => (type === 'text' ? `${column} COLLATE BINARY` : column),
  isSame: (a, b) => `${a} IS ${b}`,
  hasArgMin: false,
}

const clickhousePoints: PointsDialect = {
  ...standard,
  quoteName: createClickhouseDialect('UTC').quoteName,
  placeOf: (value, type) =>
    isTime(type)
      ? `toFloat64(toUnixTimestamp64Micro(toDateTime64(${value}, 6, 'UTC')))`
      : `CAST(${value} AS Nullable(Float64))`,
  hasPlace: (value, type) => (isTime(type) ? `${value} IS NOT NULL` : isDrawn(value)),
  asInteger: (value) => `toInt32(${value})`,
  hasArgMin: false,
}

/** Returns the SQL of a result's column as x or as a measure. */
export function readColumn(
  { name, type }: DrawnColumn,
  { quoteName, ofType }: Pick<PointsDialect, 'quoteName' | 'ofType'>,
): string {
  return ofType?.(quoteName(name), type) ?? quoteName(name)
}

/**
 * Returns a number that is equal for all values a chart draws at the same x, where it sums them: times within a
 * millisecond, or equal doubles.
 */
export function slotOf(value: string, type: FieldType, { placeOf }: PointsDialect): string {
  const place = placeOf(value, type)
  return isTime(type) ? `floor(${place} / 1000e0)` : place
}

/** Returns the dialect of a connection; null: the embedded engine. */
export function pointsDialectOf(connection: Pick<Connection, 'kind'> | null): PointsDialect {
  return connection === null ? duckdbPoints : remoteDialects[connection.kind]
}

const remoteDialects: Readonly<Record<ConnectionKind, PointsDialect>> = {
  postgres: postgresPoints,
  mysql: mysqlPoints,
  sqlite: sqlitePoints,
  clickhouse: clickhousePoints,
}

/** Returns the condition that a number can be drawn, like `cellNumber`. Not true for null. */
export function isDrawn(value: string): string {
  return `abs(${value}) <= 1e100`
}

/** Returns the condition that a number is drawn as zero, like `cellNumber`. */
export function isDrawnAsZero(value: string): string {
  return `abs(${value}) < 1e-100`
}
