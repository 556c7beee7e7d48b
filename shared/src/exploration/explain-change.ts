import * as z from 'zod/mini'
import type { QuestionColumn, Question, QuestionFilter, QuestionMeasure } from '../builder/question'
import { withLastStage } from '../builder/stages/question-stages'
import { isIdentifierName } from '../charts/identifier-name'
import { cellSchema, type CellValue } from '../query/field'
import type { ResultFilter } from '../query/result-filter'
import { withoutDays, type Period } from './mark-periods'
import { denominatorOf, isSumExpression } from './ratio-of-sums'

/**
 * How the values of a column account for a change. additive: each value adds its own part. average, ratio: a value adds by its
 * own average or ratio (rate) and by its share of the rows, or of what is divided by (mix). apart: what is measured does not
 * add up over values.
 */
const changeKindSchema = z.enum(['additive', 'average', 'ratio', 'apart'])
export type ChangeKind = z.infer<typeof changeKindSchema>

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
 * The question for a measure of its last step in two periods, for each value of some columns, or in all. Its answer has the
 * values, the measure before and now, and what the parts of averages and ratios are weighed by.
 */
export function changeQuestion(
  question: Question,
  { measure, time, before, now }: AskedChange,
  columns: readonly QuestionColumn[],
): Question {
  const during = (id: string, period: Period) => measureDuring(measure, { id, label: id, time, period })
  const sides = { before: during('before', before), now: during('now', now) }
  return sidesQuestion(withoutDays(question, time), sides, columns)
}

/** The same question for two measures of its last step, one before and one now. */
export function sidesQuestion(
  question: Question,
  { before, now }: Readonly<Record<'before' | 'now', QuestionMeasure>>,
  columns: readonly QuestionColumn[],
): Question {
  const measures = [before, now, weightOf(before), weightOf(now)].flatMap((one) => one ?? [])
  return withLastStage(question, {
    groups: columns.map((column, index) => ({ id: `by-${index + 1}`, column, grain: null, label: '' })),
    measures: measures.map((one, index) => {
      const id = sideNames[index] ?? ''
      return { ...one, id, label: id }
    }),
    measureFilters: undefined,
    columns: [],
    sort: [],
    limit: null,
  })
}

const sideNames = ['before', 'now', 'before_rows', 'now_rows']

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

function daysOf(column: QuestionColumn, { from, to }: Period): QuestionFilter {
  return { match: 'all', items: [{ kind: 'condition', id: 'days', column, test: { op: 'between', from, to } }] }
}

/** A measure before and now; rows: how many it is of, for averages, or what it is divided by, for ratios. */
export const sidesSchema = z.object({
  before: z.nullable(z.number()),
  now: z.nullable(z.number()),
  beforeRows: z.number(),
  nowRows: z.number(),
})
export type Sides = Readonly<z.infer<typeof sidesSchema>>

/** The sides of the rows with these values, one of each column. */
const sidesOfValuesSchema = z.extend(sidesSchema, { values: z.array(cellSchema) })
export type SidesOfValues = Readonly<z.infer<typeof sidesOfValuesSchema>>

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
 * The part that a value of one column, or of several together, has in the change. change: its part of the difference, or of what does not add up its own difference.
 * rate, mix: of an average or ratio, the parts of its change that come from the value's own and from its share of the rest.
 */
const changePartSchema = z.extend(sidesOfValuesSchema, {
  change: z.number(),
  rate: z.optional(z.number()),
  mix: z.optional(z.number()),
})
export type ChangePart = Readonly<z.infer<typeof changePartSchema>>

/**
 * How the values of a column account for a change. rest: what the listed parts leave of the difference. merit: how much the column
 * tells, 0 to 1: how far its parts are from being spread as the values were before, by how much of them its few largest are, and of
 * many values how many are in both periods: names and numbers of single rows are not.
 */
export const explainedChangeSchema = z.object({
  kind: changeKindSchema,
  parts: z.array(changePartSchema),
  rest: z.number(),
  merit: z.number(),
})
export type ExplainedChange = z.infer<typeof explainedChangeSchema>

/** Explains the difference of two sides by the values of a column, those with the largest parts first. */
export function explainChange(kind: ChangeKind, total: Sides, all: readonly SidesOfValues[]): ExplainedChange {
  const difference = (total.now ?? 0) - (total.before ?? 0)
  const parts = all
    .map((one): ChangePart =>
      kind === 'average' || kind === 'ratio'
        ? averagePart(one, total)
        : { ...one, change: (one.now ?? 0) - (one.before ?? 0) },
    )
    .filter(({ change, before, now }) => change !== 0 || before !== now)
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change) || (a.values.join() < b.values.join() ? -1 : 1))
  const sum = parts.reduce((known, { change }) => known + change, 0)
  return {
    kind,
    parts,
    rest: kind === 'apart' ? 0 : difference - sum,
    merit: unevennessOf(kind, difference, total, parts) * concentrationOf(parts) * stabilityOf(all),
  }
}

/** The two effects of a value add up, over all values, to the change of the average. */
function averagePart(one: SidesOfValues, total: Sides): ChangePart {
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

/** The most columns by which one change is explained. */
const mostColumns = 20

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
  const size = sizeOf(parts)
  return size === 0 ? 0 : sizeOf(parts.slice(0, fewValues)) / size
}

/** A column of no more values is none of names of single rows. */
const mostNewValues = 12

function stabilityOf(all: readonly Sides[]): number {
  const isThere = (value: number | null) => value !== null && value !== 0
  return all.length <= mostNewValues
    ? 1
    : all.filter(({ before, now }) => isThere(before) && isThere(now)).length / all.length
}

/** The columns of which pairs are asked: so many of those that tell the most. */
const pairedColumns = 3

/** Returns the pairs among the columns that tell the most; none of what does not add up. */
export function pairsToExplain<Column>(
  kind: ChangeKind,
  ranked: readonly Column[],
): readonly (readonly [Column, Column])[] {
  if (kind === 'apart') return []
  const best = ranked.slice(0, pairedColumns)
  return best.flatMap((first, index) => best.slice(index + 1).map((second) => [first, second] as const))
}

/** So much more has a pair to tell than its columns by themselves to be worth reading. */
const worthOfPair = 1.05

/** Returns true if two columns together tell more than either of them. */
export function tellsMore(pair: ExplainedChange, own: readonly ExplainedChange[]): boolean {
  return pair.parts.length > 0 && pair.merit > worthOfPair * Math.max(...own.map(({ merit }) => merit))
}
