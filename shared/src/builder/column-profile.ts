import { isNumericType, isTemporalType, type CellValue, type FieldType } from '../query/field'
import type { RunItem, RunResult } from '../query/run-query'
import { emptyQuestion, type QuestionTable, type TimeGrain } from './question'

/** A column somebody wants to know. connectionId: of its table; `local` for the workspace's own. */
export interface ProfiledColumn {
  readonly connectionId: string
  readonly table: QuestionTable
  readonly name: string
  readonly type: FieldType
  readonly databaseType: string
}

/** Null for what the column's type does not have. distinctCount: without nulls. */
export interface ColumnSummary {
  readonly rowCount: number
  readonly valueCount: number
  readonly distinctCount: number | null
  readonly least: CellValue
  readonly most: CellValue
  readonly mean: number | null
}

/**
 * How a column's values are spread: the most frequent ones, how many begin in each span of time, or how many lie in each of
 * equal ranges.
 */
export interface Distribution {
  readonly kind: 'values' | 'time' | 'ranges'
  readonly bars: readonly DistributionBar[]
}

/** One bar of a spread. value: what it stands for, or where its range or span begins. */
export interface DistributionBar {
  readonly value: CellValue
  readonly count: number
}

/** The figures shown for a column. spread: null if there is nothing to see. */
export interface ColumnProfile {
  readonly summary: ColumnSummary
  readonly spread: Distribution | null
}

export const topCount = 8
export const rangeCount = 20
const maxSpans = 60
/** Years are not bounded by the choice of their grain. */
export const maxYears = 10_000

/**
 * The grains that times are counted by, finest first. days: the longest extent it is used for; null for any.
 * Hours are for what has them.
 */
export const profileGrains = [
  { grain: 'hour', days: 1 },
  { grain: 'day', days: maxSpans },
  { grain: 'week', days: 7 * maxSpans },
  { grain: 'month', days: 30 * maxSpans },
  { grain: 'quarter', days: 91 * maxSpans },
  { grain: 'year', days: null },
] as const satisfies readonly { readonly grain: TimeGrain; readonly days: number | null }[]
type ProfileGrain = (typeof profileGrains)[number]['grain']

/** How it is asked for, in one statement. */
export function profileItem({ connectionId, table, name, type, databaseType }: ProfiledColumn): RunItem {
  return {
    query: { kind: 'builder', connectionId, question: { ...emptyQuestion, source: table } },
    profileOf: { join: null, name, type, databaseType },
  }
}

/** The answer to it (the columns are those that `compileProfile` names). */
export function readProfile(
  type: FieldType,
  { fields, columns, rowCount }: Pick<RunResult, 'fields' | 'columns' | 'rowCount'>,
): ColumnProfile {
  const columnOf = (name: string) => columns[fields.findIndex((field) => field.name === name)] ?? []
  const figureOf = (name: string): CellValue => columnOf(name)[0] ?? null
  const numberOf = (name: string) => (figureOf(name) === null ? null : Number(figureOf(name)))
  const summary: ColumnSummary = {
    rowCount: numberOf('row_count') ?? 0,
    valueCount: numberOf('value_count') ?? 0,
    distinctCount: numberOf('distinct_count'),
    least: figureOf('least'),
    most: figureOf('most'),
    mean: numberOf('mean'),
  }
  if (summary.valueCount === 0 || summary.distinctCount === null) return { summary, spread: null }
  const counts = columnOf('bar_rows')
  const barsOf = (values: readonly CellValue[]) =>
    Array.from({ length: rowCount }, (_, row): DistributionBar => ({
      value: values[row] ?? null,
      count: Number(counts[row] ?? 0),
    }))
  const grain = profileGrains[numberOf('grain') ?? -1]?.grain
  const spread = readSpread(type, summary, { grain, columnOf, barsOf })
  return { summary, spread: spread.bars.length === 0 ? null : spread }
}

function readSpread(
  type: FieldType,
  { distinctCount, least, most }: ColumnSummary,
  {
    grain = 'year',
    columnOf,
    barsOf,
  }: {
    readonly grain: ProfileGrain | undefined
    readonly columnOf: (name: string) => readonly CellValue[]
    readonly barsOf: (values: readonly CellValue[]) => readonly DistributionBar[]
  },
): Distribution {
  const isMany = (distinctCount ?? 0) > topCount
  if (isMany && isTemporalType(type)) {
    const starts = columnOf(grain === 'hour' ? 'hour' : 'day')
    return { kind: 'time', bars: wholeSpans(barsOf(starts), grain) }
  }
  if (isMany && isNumericType(type) && columnOf('place').some((place) => place !== null))
    return { kind: 'ranges', bars: rangeBars(barsOf(columnOf('place')), Number(least), Number(most)) }
  const listed = barsOf(columnOf('listed')).slice(0, topCount)
  // The most frequent of many texts that all occur once are no more than the first in the alphabet.
  const isNone = isMany && !isNumericType(type) && listed.every(({ count }) => count === 1)
  return { kind: 'values', bars: isNone ? [] : listed }
}

/** bars: by the place of their range. */
function rangeBars(bars: readonly DistributionBar[], least: number, most: number): readonly DistributionBar[] {
  const countsByRange = Array.from({ length: rangeCount }, () => 0)
  for (const { value, count } of bars) {
    const range = Math.min(rangeCount - 1, Math.max(0, Number(value)))
    // What has no range is not a number, or none of a column of numbers.
    if (value !== null && Number.isFinite(Number(value))) countsByRange[range] = (countsByRange[range] ?? 0) + count
  }
  const width = (most - least) / rangeCount
  return countsByRange.map((count, index) => ({ value: least + index * width, count }))
}

const dayMs = 24 * 3_600_000
/** One bar for each span from the first to the last, those without values too; for several years where there are many. */
function wholeSpans(bars: readonly DistributionBar[], grain: ProfileGrain): readonly DistributionBar[] {
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
function later(first: number, grain: ProfileGrain, count: number): number {
  if (grain === 'hour') return first + count * (dayMs / 24)
  if (grain === 'day' || grain === 'week') return first + count * (grain === 'day' ? 1 : 7) * dayMs
  const date = new Date(first)
  const months = { month: 1, quarter: 3, year: 12 }[grain]
  return date.setUTCMonth(date.getUTCMonth() + months * count)
}
