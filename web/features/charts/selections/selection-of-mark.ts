import { addDigits } from '@tidemark/shared/builder/bin-width'
import { nextUnitStart } from '@tidemark/shared/builder/date-unit'
import { outputNames } from '@tidemark/shared/builder/part-labels'
import {
  dateUnits,
  isTimeGrain,
  otherValue,
  valueShownAs,
  type BuilderQuery,
  type TimeGrain,
} from '@tidemark/shared/builder/question'
import { lastStage, namesThrough } from '@tidemark/shared/builder/stages/question-stages'
import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
import { isNumericType, isTemporalType, type CellValue } from '@tidemark/shared/query/field'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import type { Query, ResultData } from '@tidemark/shared/query/run-query'
import type { DrawnPlot } from '@tidemark/shared/charts/plot/plot'
import { markCount, rowsOfMark } from '../active-mark'
import type { ChosenMark, MarkRows } from '../mark-rows'
import { isAmong, mostSelectedValues, unionOf, valueOfCell, type SelectedColumn, type Selection } from './selection'

/** The chart that a mark is of: its values are read by it. */
export interface MarkSource {
  readonly query: Query
  readonly visual: ChartVisual
  readonly data: ResultData
}

type Mark = Pick<ChosenMark, 'conditions' | 'row' | 'values'>

/**
 * Returns the selection of a mark alone, by the names that the columns have where the chart's question reads them. A time
 * bucket becomes a range. Empty if the mark stands for no value of a column, as a number for all rows does.
 */
export function selectionOfMark({ conditions, row, values }: Mark, source: MarkSource): Selection {
  const parts = new Map<string, SelectedColumn>()
  for (const condition of row === null ? conditions : conditionsOfRow(row, values, source)) {
    const part = partOf(condition, source)
    if (part === null) continue
    const known = parts.get(part.column)
    parts.set(part.column, known === undefined ? part : meeting(known, part))
  }
  return [...parts.values()]
}

/** Returns the selection of a mark as one end of a range: a number is the range of itself. */
export function endOfRange(mark: Mark, source: MarkSource): Selection {
  return asRanges(selectionOfMark(mark, source), source)
}

function asRanges(selection: Selection, { query, data }: MarkSource): Selection {
  return selection.map((part): SelectedColumn => {
    const [only = null, ...others] = part.kind === 'values' ? part.values : []
    const group = query.kind === 'builder' ? groupsOf(query).find(({ column }) => column === part.column) : undefined
    const stepped = data.fields.find(({ name }) => columnBehind(name, [only], query) === part.column)?.name
    const type = data.fields.find(({ name }) => name === (group?.name ?? stepped ?? part.column))?.type
    if (type === undefined || !isNumericType(type) || only === null || others.length > 0) return part
    return { column: part.column, kind: 'range', from: only, to: only, isToIn: true }
  })
}

/** Returns what a row of the answer is of: the clicked value, else its groups, else what tells its mark apart. */
function conditionsOfRow(row: number, values: Mark['values'], source: MarkSource): readonly ResultFilter[] {
  const { query, visual, data } = source
  const chosen = values.filter(({ column }) => isDimension(column, source))
  if (chosen.length > 0) return chosen.map(({ column, value }) => ({ column, op: '=', value }))
  const grouped = query.kind === 'builder' ? groupsOf(query).map(({ name }) => name) : []
  const names = grouped.length > 0 ? grouped : [visual.detail, visual.color, visual.panel]
  return [...new Set(names)].flatMap((column): readonly ResultFilter[] => {
    const at = data.fields.findIndex(({ name }) => name === column)
    return column === null || at < 0 ? [] : [{ column, op: '=', value: data.columns[at]?.[row] ?? null }]
  })
}

/** True for a column whose values other charts could have: a group, a text, a time or a whole number that is no measure. */
function isDimension(column: string, { query, data }: MarkSource): boolean {
  const type = data.fields.find(({ name }) => name === column)?.type
  if (query.kind === 'builder' && isSummary(query)) return groupsOf(query).some(({ name }) => name === column)
  return type === 'text' || type === 'boolean' || type === 'integer' || (type !== undefined && isTemporalType(type))
}

function isSummary({ question }: BuilderQuery): boolean {
  const { groups, measures } = lastStage(question)
  return groups.length + measures.length > 0
}

/** Returns the groups that the answer's columns are of. */
function groupsOf(query: BuilderQuery) {
  const question = lastStage(query.question)
  const names = outputNames(question)
  return question.groups.map(({ column, grain, bin, top }, at) => ({
    name: names[at] ?? column.name,
    column: column.name,
    grain,
    bin,
    hasOther: top?.rest === 'other',
  }))
}

/** Returns the column of the source that a question with steps has these values of; null for values of a step alone. */
function columnBehind(name: string, [value = null, ...others]: readonly CellValue[], query: Query): string | null {
  if (query.kind !== 'builder' || query.question.steps === undefined) return null
  // Which of several steps quotes it is not known.
  const isQuoted = [value, ...others].some((one) => valueShownAs(one) !== one)
  if (isQuoted || others.includes(otherValue)) return null
  const [, ...names] = namesThrough(query.question, name, value).names
  return names.at(-1) ?? null
}

function partOf({ column: name, op, value }: ResultFilter, { query, data }: MarkSource): SelectedColumn | null {
  const isGrouped = query.kind === 'builder' && isSummary(query)
  const group = query.kind === 'builder' ? groupsOf(query).find((one) => one.name === name) : undefined
  // Nothing else has the values of a measure.
  if (isGrouped && group === undefined) return null
  const part = group === undefined || group.grain === null || isTimeGrain(group.grain) ? null : group.grain
  const given: readonly CellValue[] = Array.isArray(value) ? value : [value]
  // A weekday is no range of its column, nor are the others of a group a value: only charts that group by the same have them.
  const isOwn = part !== null || (group?.hasOther === true && given.includes(otherValue))
  const type = data.fields.find((field) => field.name === name)?.type ?? 'text'
  const grain = group?.grain ?? null
  const unit = grain !== null && isTimeGrain(grain) ? grain : (data.grains?.[name] ?? null)
  const behind = isTemporalType(type) && unit === null ? null : columnBehind(name, given, query)
  const column = isOwn ? name : (behind ?? group?.column ?? name)
  const isQuoted = group?.hasOther === true && !isOwn
  const cells = isQuoted ? given.map(valueShownAs<CellValue>) : given
  if (op === '=' || op === 'in') {
    if (group?.bin !== undefined && !cells.includes(null)) return binRange(column, cells, group.bin.width)
    if (isOwn || !isTemporalType(type) || cells.includes(null))
      return { column, kind: 'values', values: cells.map(valueOfCell).slice(0, mostSelectedValues) }
    const ranges = cells.flatMap((cell) => bucketRange(column, String(cell), unit) ?? [])
    const [range] = ranges.reduce<Selection>((all, one) => (all.length === 0 ? [one] : unionOf(all, [one])), [])
    return range ?? null
  }
  const [bound = null] = cells
  if (typeof bound === 'boolean') return null
  if (op === '>=' || op === '>') return { column, kind: 'range', from: bound, to: null, isToIn: true }
  if (op === '<' || op === '<=') return { column, kind: 'range', from: null, to: bound, isToIn: op === '<=' }
  return null
}

/** Returns bins as the range from the first to the end of the last; null for what begins none. */
function binRange(column: string, starts: readonly CellValue[], width: string): SelectedColumn | null {
  const ranges = starts.flatMap((start): SelectedColumn[] => {
    const to = addDigits(String(start), width)
    return to === null ? [] : [{ column, kind: 'range', from: String(start), to, isToIn: false }]
  })
  return ranges.reduce<Selection>((all, one) => (all.length === 0 ? [one] : unionOf(all, [one])), [])[0] ?? null
}

/** Joins two conditions on one column, such as both ends of a bin. */
function meeting(first: SelectedColumn, second: SelectedColumn): SelectedColumn {
  if (first.kind !== 'range' || second.kind !== 'range') return second
  const upper = second.to === null ? first : second
  return { ...first, from: second.from ?? first.from, to: upper.to, isToIn: upper.isToIn }
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/
const midnightPattern = /^.{10}([T ]00:00(:00(\.0+)?)?)?(Z|[+-]00(:?00)?)?$/

/**
 * Returns a time bucket as a range up to the start of the next one, and a time that is none as its day, or as that moment
 * if it has a time of day; null for what is no time.
 */
function bucketRange(column: string, start: string, grain: TimeGrain | null): SelectedColumn | null {
  const day = start.slice(0, 10)
  if (!dayPattern.test(day)) return null
  if (grain === null && !midnightPattern.test(start))
    return { column, kind: 'range', from: start, to: start, isToIn: true }
  const unit = grain === null ? 'day' : dateUnits.find((one) => one === grain)
  const to = unit === undefined ? laterBy(start, grain === 'hour' ? 3_600_000 : 60_000) : nextUnitStart(day, unit)
  return { column, kind: 'range', from: unit === undefined ? start : day, to, isToIn: false }
}

/** Returns a time some milliseconds later, in the same form. */
function laterBy(time: string, ms: number): string {
  const [, clock = '', offset = ''] = /^(.*?)(Z|[+-]\d{2}(?::?\d{2})?)?$/.exec(time) ?? []
  const wall = Date.parse(`${clock.replace(' ', 'T')}Z`)
  return Number.isNaN(wall) ? time : `${new Date(wall + ms).toISOString().slice(0, 19)}${offset}`
}

/** Returns the indices of the marks of a drawing that are among the chosen ones. */
export function marksAmong(plot: DrawnPlot, chosen: Selection, source: MarkSource): ReadonlySet<number> {
  const indices = Array.from({ length: markCount(plot) }, (_, index) => index)
  return new Set(indices.filter((index) => isChosen(rowsOfMark(plot, index, null), chosen, source)))
}

/** Returns true if a mark, or a row of the answer, is among the chosen ones. */
export function isChosen(
  mark: Pick<MarkRows, 'conditions' | 'row'> | null,
  chosen: Selection,
  source: MarkSource,
): boolean {
  if (mark === null) return false
  const conditions = mark.row === null ? mark.conditions : conditionsOfCells(source.data, mark.row)
  return isAmong(selectionOfMark({ conditions, row: null, values: [] }, source), chosen)
}

/** Returns the conditions that a row of the answer meets by all of its cells. */
export function conditionsOfCells({ fields, columns }: ResultData, row: number): readonly ResultFilter[] {
  return fields.map(({ name }, at) => ({ column: name, op: '=', value: columns[at]?.[row] ?? null }))
}
