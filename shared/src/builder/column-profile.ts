import { isNumericType, isTemporalType, type CellValue, type FieldType } from '../query/field'
import type { Query, RunResult } from '../query/run-query'
import type { BuilderDialect } from './builder-dialect'
import { functionsFor, grainsFor } from './check-question'
import { emptyQuestion, type Question, type QuestionMeasure, type QuestionTable, type TimeGrain } from './question'

/** A column somebody wants to know. connectionId: of its table; `local` for the workspace's own. */
export interface ProfiledColumn {
  readonly connectionId: string
  readonly table: QuestionTable
  readonly name: string
  readonly type: FieldType
  readonly databaseType: string
}

/** What one scan tells of a column; null for what its type does not have. distinctCount: without nulls. */
export interface ColumnSummary {
  readonly rowCount: number
  readonly valueCount: number
  readonly distinctCount: number | null
  readonly least: CellValue
  readonly most: CellValue
  readonly mean: number | null
}

const summaryParts = ['rows', 'count', 'distinct', 'min', 'max', 'average'] as const

/** All of a column's figures in one statement with one scan. */
export function summaryQuery(column: ProfiledColumn): Query {
  const fitting = functionsFor(column.type)
  const measures = summaryParts.flatMap((part): QuestionMeasure[] => {
    if (part === 'rows') return [measureOf(part, 'count', null)]
    return fitting.includes(part) ? [measureOf(part, part, column)] : []
  })
  return asQuery(column, { measures })
}

/** The answer to `summaryQuery`. */
export function readSummary({ type }: ProfiledColumn, { columns }: Pick<RunResult, 'columns'>): ColumnSummary {
  const fitting = functionsFor(type)
  const parts = summaryParts.filter((part) => part === 'rows' || fitting.includes(part))
  const at = (part: (typeof summaryParts)[number]): CellValue => columns[parts.indexOf(part)]?.[0] ?? null
  const numberAt = (part: (typeof summaryParts)[number]) => {
    const cell = at(part)
    return cell === null ? null : Number(cell)
  }
  return {
    rowCount: numberAt('rows') ?? 0,
    valueCount: numberAt('count') ?? 0,
    distinctCount: numberAt('distinct'),
    least: at('min'),
    most: at('max'),
    mean: numberAt('average'),
  }
}

/**
 * How a column's values are spread: the most frequent ones, how many begin in each span of time, or how many lie in each of
 * equal ranges, the first of which begins at `from` and which are `width` wide.
 */
export type SpreadShape =
  | { readonly kind: 'values' }
  | { readonly kind: 'time'; readonly grain: TimeGrain }
  | { readonly kind: 'ranges'; readonly from: number; readonly width: number }
export type Spread = SpreadShape & { readonly query: Query }

export const topCount = 8
export const rangeCount = 20
export const maxSpans = 60
/** Years are not bounded by the choice of their grain. */
export const maxYears = 10_000

/** What shows it best; null where there is nothing to be seen. */
export function spreadShape(
  { type }: Pick<ProfiledColumn, 'type'>,
  { valueCount, distinctCount, least, most }: ColumnSummary,
): SpreadShape | null {
  if (valueCount === 0 || distinctCount === null) return null
  if (isTemporalType(type) && distinctCount > topCount)
    return { kind: 'time', grain: grainFor(type, String(least), String(most)) }
  const from = Number(least)
  const width = (Number(most) - from) / rangeCount
  const isWide = isNumericType(type) && distinctCount > topCount && Number.isFinite(width) && width > 0
  return isWide ? { kind: 'ranges', from, width } : { kind: 'values' }
}

/** How to ask for it; null where there is nothing to be seen. */
export function spreadOf(column: ProfiledColumn, summary: ColumnSummary, dialect: BuilderDialect): Spread | null {
  const shape = spreadShape(column, summary)
  if (shape === null) return null
  if (shape.kind === 'time') {
    const query = asQuery(column, {
      filter: notEmpty(column),
      groups: [{ id: 'span', column: asColumn(column), grain: shape.grain, label: '' }],
      measures: [measureOf('n', 'count', null)],
      limit: maxYears,
    })
    return { ...shape, query }
  }
  if (shape.kind === 'ranges') return { ...shape, query: rangesQuery(column, shape.from, shape.width, dialect) }
  const [grain = null] = isTemporalType(column.type) ? grainsFor(column.type) : [null]
  const query = asQuery(column, {
    filter: notEmpty(column),
    groups: [{ id: 'value', column: asColumn(column), grain, label: '' }],
    measures: [measureOf('n', 'count', null)],
    sort: [{ id: 's', by: { kind: 'part', id: 'n' }, direction: 'descending' }],
    limit: topCount,
  })
  return { ...shape, query }
}

/** One bar of a spread. value: what it stands for, or where its range or span begins. */
export interface SpreadBar {
  readonly value: CellValue
  readonly count: number
}

/** The answer to a spread's query, ranges and spans without values included. */
export function readSpread(spread: SpreadShape, { columns }: Pick<RunResult, 'columns'>): readonly SpreadBar[] {
  const [values = [], counts = []] = columns
  const bars = values.map((value, index): SpreadBar => ({ value, count: Number(counts[index] ?? 0) }))
  if (spread.kind === 'values') return bars
  if (spread.kind === 'time') return wholeSpans(bars, spread.grain)
  const countsByRange = Array.from({ length: rangeCount }, () => 0)
  for (const { value, count } of bars) {
    const range = Math.min(rangeCount - 1, Math.max(0, Number(value)))
    // What has no range is not a number.
    if (Number.isFinite(Number(value))) countsByRange[range] = (countsByRange[range] ?? 0) + count
  }
  return countsByRange.map((count, index) => ({ value: spread.from + index * spread.width, count }))
}

/** The builder has no ranges of numbers: this is said in SQL that all databases read alike. */
function rangesQuery(
  { connectionId, table: { schema, name: table }, name }: ProfiledColumn,
  from: number,
  width: number,
  { quoteName, doubleType }: BuilderDialect,
): Query {
  const column = quoteName(name)
  const path = schema === null ? quoteName(table) : `${quoteName(schema)}.${quoteName(table)}`
  const place = `floor((CAST(${column} AS ${doubleType}) - (${from.toExponential()})) / ${width.toExponential()})`
  const ranges = `SELECT ${place} AS place FROM ${path} WHERE ${column} IS NOT NULL`
  return {
    kind: 'sql',
    connectionId,
    sql: `SELECT place, count(*) AS n FROM (${ranges}) AS placed GROUP BY place ORDER BY place LIMIT 200`,
  }
}

const dayMs = 24 * 3_600_000
/** As long as a span is at least, for the choice of one. */
export const daysOfGrain = { day: 1, week: 7, month: 30, quarter: 91 } as const

/** The finest that makes no more bars than can be told apart; years are put together. */
function grainFor(type: FieldType, least: string, most: string): TimeGrain {
  const days = (Date.parse(most) - Date.parse(least)) / dayMs
  if (days <= 2 && type !== 'date') return 'hour'
  const grains = ['day', 'week', 'month', 'quarter'] as const
  return grains.find((grain) => days <= daysOfGrain[grain] * maxSpans) ?? 'year'
}

/** One bar for each span from the first to the last, those without values too; for several years where there are many. */
function wholeSpans(bars: readonly SpreadBar[], grain: TimeGrain): readonly SpreadBar[] {
  const countsByStart = new Map<number, number>()
  for (const { value, count } of bars) {
    const start = startOf(value)
    // Infinity is in no span.
    if (Number.isFinite(start)) countsByStart.set(start, (countsByStart.get(start) ?? 0) + count)
  }
  const first = Math.min(...countsByStart.keys())
  const last = Math.max(...countsByStart.keys())
  const years = grain === 'year' ? new Date(last).getUTCFullYear() - new Date(first).getUTCFullYear() + 1 : 1
  const spansPerBar = Math.ceil(years / maxSpans)
  const whole: { value: string; count: number }[] = []
  let span = 0
  for (let start = first; start <= last; start = later(first, grain, span)) {
    if (span % spansPerBar === 0) {
      const text = new Date(start).toISOString()
      whole.push({ value: text.slice(0, grain === 'hour' ? 19 : -14), count: 0 })
    }
    const bar = whole.at(-1)
    if (bar !== undefined) bar.count += countsByStart.get(start) ?? 0
    span += 1
  }
  return whole
}

function startOf(value: CellValue): number {
  const text = String(value)
  return Date.parse(/T/.test(text) ? `${text}Z` : text)
}

/** The start of the span so many after the one that starts at `first`. */
function later(first: number, grain: TimeGrain, count: number): number {
  if (grain === 'hour') return first + count * (dayMs / 24)
  if (grain === 'day' || grain === 'week') return first + count * daysOfGrain[grain] * dayMs
  const date = new Date(first)
  const months = { month: 1, quarter: 3, year: 12 }[grain as 'month' | 'quarter' | 'year'] // a minute is never chosen
  return date.setUTCMonth(date.getUTCMonth() + months * count)
}

function notEmpty(column: ProfiledColumn): Question['filter'] {
  const test = { op: 'is-not-empty' } as const
  return { match: 'all', items: [{ kind: 'condition', id: 'there', column: asColumn(column), test }] }
}

function measureOf(id: string, fn: QuestionMeasure['fn'], column: ProfiledColumn | null): QuestionMeasure {
  return { id, fn, column: column === null ? null : asColumn(column), percentile: 50, show: 'value', label: id }
}

function asColumn({ name, type, databaseType }: ProfiledColumn) {
  return { join: null, name, type, databaseType }
}

function asQuery({ connectionId, table }: ProfiledColumn, question: Partial<Question>): Query {
  return { kind: 'builder', connectionId, question: { ...emptyQuestion, source: table, ...question } }
}
