import { dayAfter, isDay } from '../base/calendar-day'
import type { CellValue } from '../query/field'
import type { ResultFilter } from '../query/result-filter'
import { nextUnitStart, shiftedDay, unitStart } from '../builder/date-unit'
import { groupNames } from '../builder/part-labels'
import {
  dateUnits,
  ungrouped,
  type DateUnit,
  type Question,
  type QuestionColumn,
  type QuestionFilter,
  type QuestionMeasure,
} from '../builder/question'
import { isIdentifierName } from './identifier-name'
import { denominatorOf, isSumExpression } from '../exploration/ratio-of-sums'

/** Days from the first to the last, both included (`YYYY-MM-DD`). */
export interface Period {
  readonly from: string
  readonly to: string
}

/**
 * How the values of a column account for a change. additive: each value adds its own part. average, ratio: a value adds by its
 * own average or ratio (rate) and by its share of the rows, or of what is divided by (mix). apart: what is measured does not
 * add up over values.
 */
export type ChangeKind = 'additive' | 'average' | 'ratio' | 'apart'

export function changeKind(measure: Pick<QuestionMeasure, 'fn' | 'expression'>): ChangeKind {
  const { fn } = measure
  if (fn === 'count' || fn === 'sum' || isSumExpression(measure)) return 'additive'
  if (denominatorOf(measure) !== null) return 'ratio'
  return fn === 'average' ? 'average' : 'apart'
}

/** The measure that the parts of a change are weighed by: the rows of an average, what a ratio divides by; null of others. */
function weightOf({ metric: _, ...measure }: QuestionMeasure): QuestionMeasure | null {
  if (measure.fn === 'average') return { ...measure, fn: 'count' }
  const text = denominatorOf(measure)
  return text === null || measure.expression === undefined
    ? null
    : { ...measure, expression: { ...measure.expression, text } }
}

/** The change that is explained: of a measure, in the days of a column. */
export interface AskedChange {
  readonly measure: QuestionMeasure
  readonly time: QuestionColumn
  readonly before: Period
  readonly now: Period
}

/**
 * The question for a measure in two periods, for each value of a column, or in all. Its answer has the value (if there is a column), the measure
 * before and now, and what the parts of averages and ratios are weighed by.
 */
export function changeQuestion(
  question: Question,
  { measure, time, before, now }: AskedChange,
  column: QuestionColumn | null,
): Question {
  const during = (id: string, of: QuestionMeasure, period: Period) => measureDuring(of, { id, label: id, time, period })
  const sides = (of: QuestionMeasure, suffix: string) => [
    during(`before${suffix}`, of, before),
    during(`now${suffix}`, of, now),
  ]
  const weight = weightOf(measure)
  return {
    ...ungrouped(withoutDays(question, time)),
    groups: column === null ? [] : [{ id: 'by', column, grain: null, label: '' }],
    measures: [...sides(measure, ''), ...(weight === null ? [] : sides(weight, '_rows'))],
  }
}

/** Returns the question without conditions on the days of a column: periods take their place. */
export function withoutDays(question: Question, time: QuestionColumn): Question {
  const { match, items } = question.filter
  const others = items.filter((item) => !isOn(item, time))
  return match === 'any' ? question : { ...question, filter: { match, items: others } }
}

/** Returns the measure in a period alone, under a name and label of its own. */
export function measureDuring(
  measure: QuestionMeasure,
  {
    id,
    label,
    time,
    period,
  }: { readonly id: string; readonly label: string; readonly time: QuestionColumn; readonly period: Period },
): QuestionMeasure {
  return { ...measure, id, label, show: 'value', filters: [...(measure.filters ?? []), daysOf(time, period)] }
}

function isOn(item: QuestionFilter['items'][number], { join, name }: QuestionColumn): boolean {
  return item.kind === 'condition' && item.column.name === name && item.column.join === join
}

function daysOf(column: QuestionColumn, { from, to }: Period): QuestionFilter {
  return { match: 'all', items: [{ kind: 'condition', id: 'days', column, test: { op: 'between', from, to } }] }
}

/** A measure before and now; rows: how many it is of, for averages, or what it is divided by, for ratios. */
export interface Sides {
  readonly before: number | null
  readonly now: number | null
  readonly beforeRows: number
  readonly nowRows: number
}

/** Reads the sides of a row of an answer to `changeQuestion`. first: the place of the measure before. */
export function sidesOf(row: readonly CellValue[], first: number): Sides {
  const numberAt = (index: number) => {
    const cell = row[index] ?? null
    return cell === null || cell === '' ? null : Number(cell)
  }
  return {
    before: numberAt(first),
    now: numberAt(first + 1),
    beforeRows: numberAt(first + 2) ?? 0,
    nowRows: numberAt(first + 3) ?? 0,
  }
}

/**
 * The part that one value has in the change. change: its part of the difference, or of what does not add up its own difference.
 * rate, mix: of an average or ratio, the parts of its change that come from the value's own and from its share of the rest.
 */
export interface ChangePart extends Sides {
  readonly value: CellValue
  readonly change: number
  readonly rate?: number
  readonly mix?: number
}

/** How the values of a column account for a change. rest: what the listed parts leave of the difference. */
export interface ExplainedChange {
  readonly kind: ChangeKind
  readonly parts: readonly ChangePart[]
  readonly rest: number
  /**
   * How much the column tells, 0 to 1: how far its parts are from being spread as the values were before, by how much of them its
   * few largest are.
   */
  readonly merit: number
}

/** Explains the difference of two sides by the values of a column, those with the largest parts first. */
export function explainChange(
  kind: ChangeKind,
  total: Sides,
  values: readonly (Sides & { readonly value: CellValue })[],
): ExplainedChange {
  const difference = (total.now ?? 0) - (total.before ?? 0)
  const parts = values
    .map((one): ChangePart =>
      kind === 'average' || kind === 'ratio'
        ? averagePart(one, total)
        : { ...one, change: (one.now ?? 0) - (one.before ?? 0) },
    )
    .filter(({ change, before, now }) => change !== 0 || before !== now)
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change) || (String(a.value) < String(b.value) ? -1 : 1))
  const sum = parts.reduce((known, { change }) => known + change, 0)
  return {
    kind,
    parts,
    rest: kind === 'apart' ? 0 : difference - sum,
    merit: unevennessOf(kind, difference, total, parts) * concentrationOf(parts),
  }
}

/** The two effects of a value add up, over all values, to the change of the average. */
function averagePart(one: Sides & { readonly value: CellValue }, total: Sides): ChangePart {
  const shareBefore = total.beforeRows === 0 ? 0 : one.beforeRows / total.beforeRows
  const shareNow = total.nowRows === 0 ? 0 : one.nowRows / total.nowRows
  const before = one.before ?? one.now ?? 0
  const now = one.now ?? one.before ?? 0
  const middle = ((total.before ?? total.now ?? 0) + (total.now ?? total.before ?? 0)) / 2
  const rate = ((shareBefore + shareNow) / 2) * (now - before)
  const mix = (shareNow - shareBefore) * ((before + now) / 2 - middle)
  return { ...one, rate, mix, change: rate + mix }
}

function unevennessOf(kind: ChangeKind, difference: number, total: Sides, parts: readonly ChangePart[]): number {
  const size = parts.reduce((sum, { change }) => sum + Math.abs(change), 0)
  if (size === 0) return 0
  const shareOf = (part: ChangePart) => {
    if (kind === 'average' || kind === 'ratio') return total.beforeRows === 0 ? 0 : part.beforeRows / total.beforeRows
    return total.before === null || total.before === 0 ? 0 : (part.before ?? 0) / total.before
  }
  const away = parts.reduce((sum, part) => sum + Math.abs(part.change - difference * shareOf(part)), 0)
  return Math.min(1, away / (size + Math.abs(difference)))
}

/** A mark that stands for a period, with the ones to compare it with. others: what else the mark is of. */
export interface MarkPeriods {
  readonly time: QuestionColumn
  readonly unit: DateUnit
  readonly now: Period
  readonly earlier: Readonly<Record<'period' | 'year', Period>>
  readonly others: readonly ResultFilter[]
}

/** Finds the period that a mark of a question stands for by its conditions; null for one that stands for none, or for less than a day. */
export function periodsOfMark(
  question: Question,
  conditions: readonly ResultFilter[],
  weekStart: number,
): MarkPeriods | null {
  const names = groupNames(question)
  for (const condition of conditions) {
    const group = question.groups[names.indexOf(condition.column)]
    const unit = dateUnits.find((one) => one === group?.grain)
    const day = condition.op === '=' ? /^\d{4}-\d{2}-\d{2}/.exec(String(condition.value))?.[0] : undefined
    if (group === undefined || unit === undefined || day === undefined || !isDay(day)) continue
    const periodOf = (start: string): Period => ({ from: start, to: dayAfter(nextUnitStart(start, unit), -1) })
    const start = unitStart(day, unit, weekStart)
    const yearBefore =
      unit === 'week' ? shiftedDay(start, { count: 52, unit }) : shiftedDay(start, { count: 1, unit: 'year' })
    return {
      time: group.column,
      unit,
      now: periodOf(start),
      earlier: {
        period: periodOf(unitStart(dayAfter(start, -1), unit, weekStart)),
        year: periodOf(unitStart(yearBefore, unit, weekStart)),
      },
      others: conditions.filter((other) => other !== condition),
    }
  }
  return null
}

/** The most columns by which one change is explained. */
const mostColumns = 12

/**
 * Chooses the columns that may explain a change: texts and marks of true and false that are no ids, without those whose value the
 * mark fixes already.
 */
export function columnsToExplain(
  columns: readonly QuestionColumn[],
  fixed: readonly ResultFilter[],
): readonly QuestionColumn[] {
  const names = new Set(fixed.filter(({ op }) => op === '=').map(({ column }) => column))
  return columns
    .filter(({ name, type }) => (type === 'text' || type === 'boolean') && !names.has(name) && !isIdentifierName(name))
    .slice(0, mostColumns)
}

/** How many of its values a column is judged by. */
const fewValues = 4

function concentrationOf(parts: readonly ChangePart[]): number {
  const sizeOf = (some: readonly ChangePart[]) => some.reduce((sum, { change }) => sum + Math.abs(change), 0)
  return parts.length === 0 ? 0 : sizeOf(parts.slice(0, fewValues)) / sizeOf(parts)
}
