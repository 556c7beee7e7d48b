import { isNumericType, isTemporalType, type CellValue } from '../query/field'
import { localConnectionId, type Query, type RunResult } from '../query/run-query'
import { daysToMonday } from './builder-dialect'
import { isGroupable } from './check-question'
import {
  daysOfGrain,
  maxSpans,
  maxYears,
  rangeCount,
  readSpread,
  spreadShape,
  topCount,
  type ColumnSummary,
  type ProfiledColumn,
  type SpreadBar,
  type SpreadShape,
} from './column-profile'
import { duckdbDialect } from './duckdb-dialect'
import { timeGrains } from './question'

/** What is told of a column. */
export interface ColumnProfile {
  readonly summary: ColumnSummary
  readonly spread: { readonly of: SpreadShape; readonly bars: readonly SpreadBar[] } | null
}

/**
 * Figures and spread of a column in one statement with one scan, all of it exact: the embedded engine counts the rows of each value
 * once, and everything else is worked out from those. Null for columns of other databases, and for those that have no spread.
 * weekStart: 1 Monday to 7.
 */
export function oneScanQuery(column: ProfiledColumn, weekStart: number): Query | null {
  const { connectionId, type, table, name, databaseType } = column
  if (connectionId !== localConnectionId || !isGroupable(type)) return null
  const { quoteName } = duckdbDialect
  const isOtherText = type === 'text' && !/^varchar/i.test(databaseType)
  const value = isOtherText ? `CAST(${quoteName(name)} AS VARCHAR)` : quoteName(name)
  const hasEnds = type !== 'boolean'
  const mean = 'sum(CAST(value AS DOUBLE) * n) / sum(n) FILTER (value IS NOT NULL)'
  const figures = [
    'sum(n)::BIGINT AS row_count',
    'coalesce(sum(n) FILTER (value IS NOT NULL), 0)::BIGINT AS value_count',
    'count(value) AS distinct_count',
    ...(hasEnds ? ['min(value) AS least', 'max(value) AS most'] : []),
    ...(isNumericType(type) ? [`${mean} AS mean`] : []),
  ]
  const spans = isTemporalType(type) ? [spansOf(weekStart)] : isNumericType(type) ? [rangesOf()] : []
  const top = `SELECT 'value' AS part, value, n FROM found WHERE value IS NOT NULL ORDER BY n DESC, value LIMIT ${topCount}`
  return {
    kind: 'sql',
    connectionId,
    sql: [
      'WITH found AS MATERIALIZED (',
      `  SELECT ${value} AS value, count(*)::BIGINT AS n FROM ${quoteName(table.name)} GROUP BY 1`,
      `), figures AS MATERIALIZED (SELECT ${figures.join(', ')} FROM found),`,
      `spanned AS MATERIALIZED (SELECT *, ${isTemporalType(type) ? grainOf(column) : 'NULL'} AS grain FROM figures)`,
      "SELECT 'figures' AS part, * FROM spanned",
      ...[top, ...spans].map((part) => `UNION ALL BY NAME (${part})`),
    ].join('\n'),
  }
}

/** Of numbers: how many lie in each of equal ranges, by the place of the range. */
function rangesOf(): string {
  const [low, high] = ['CAST(least AS DOUBLE)', 'CAST(most AS DOUBLE)']
  const place = `floor((CAST(value AS DOUBLE) - ${low}) / ((${high} - ${low}) / ${rangeCount}))`
  return `SELECT 'bar' AS part, ${place} AS place, sum(n)::BIGINT AS n FROM found, figures WHERE value IS NOT NULL GROUP BY ALL`
}

/** The span that times are counted by, as long as fits from the first to the last. */
function grainOf({ type }: ProfiledColumn): string {
  const days = "date_diff('second', CAST(least AS TIMESTAMP), CAST(most AS TIMESTAMP)) / 86400.0"
  const choices = (['day', 'week', 'month', 'quarter'] as const).map(
    (grain) => `WHEN ${days} <= ${daysOfGrain[grain] * maxSpans} THEN '${grain}'`,
  )
  const hours = type === 'date' ? [] : [`WHEN ${days} <= 2 THEN 'hour'`]
  return `CASE WHEN NOT isfinite(least) OR NOT isfinite(most) THEN 'year' ${[...hours, ...choices].join(' ')} ELSE 'year' END`
}

/** Of times: how many begin in each span. A span named in the text is worked out four times as fast as one that a column names. */
function spansOf(weekStart: number): string {
  const wall = 'CAST(value AS TIMESTAMP)'
  const days = `INTERVAL ${daysToMonday(weekStart)} DAY`
  const starts = ['hour', 'day', 'month', 'quarter', 'year'].map(
    (of) => `WHEN '${of}' THEN date_trunc('${of}', ${wall})`,
  )
  const start = `CASE grain ${starts.join(' ')} ELSE date_trunc('week', ${wall} + ${days}) - ${days} END`
  return `SELECT 'bar' AS part, ${start} AS span, sum(n)::BIGINT AS n FROM found, spanned WHERE value IS NOT NULL GROUP BY ALL LIMIT ${maxYears}`
}

/** The answer to `oneScanQuery`. */
export function readOneScan(
  column: ProfiledColumn,
  { fields, columns, rowCount }: Pick<RunResult, 'fields' | 'columns' | 'rowCount'>,
): ColumnProfile {
  const cellAt = (name: string, row: number): CellValue =>
    columns[fields.findIndex((field) => field.name === name)]?.[row] ?? null
  const rowsOf = (part: string) =>
    Array.from({ length: rowCount }, (_, row) => row).filter((row) => cellAt('part', row) === part)
  const numberOf = (name: string, row: number) => Number(cellAt(name, row) ?? 0)
  const [at = 0] = rowsOf('figures')
  const mean = cellAt('mean', at)
  const summary: ColumnSummary = {
    rowCount: numberOf('row_count', at),
    valueCount: numberOf('value_count', at),
    distinctCount: numberOf('distinct_count', at),
    least: cellAt('least', at),
    most: cellAt('most', at),
    mean: mean === null ? null : Number(mean),
  }
  const shape = spreadShape(column, summary)
  if (shape === null) return { summary, spread: null }
  // The database chose it by the clock on the wall.
  const grain = timeGrains.find((known) => known === cellAt('grain', at))
  const of: SpreadShape = shape.kind === 'time' && grain !== undefined ? { ...shape, grain } : shape
  const listed = rowsOf(of.kind === 'values' ? 'value' : 'bar')
  const valueName = { values: 'value', time: 'span', ranges: 'place' }[of.kind]
  const values = listed.map((row) => spanText(of, cellAt(valueName, row)))
  const bars = readSpread(of, { columns: [values, listed.map((row) => cellAt('n', row))] })
  return { summary, spread: bars.length === 0 ? null : { of, bars } }
}

/** Days and longer begin at midnight, which is not said of them. */
function spanText(of: SpreadShape, cell: CellValue): CellValue {
  return of.kind === 'time' && of.grain !== 'hour' ? String(cell).replace(/T00:00:00$/, '') : cell
}
