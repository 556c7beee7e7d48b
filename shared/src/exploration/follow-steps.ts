import { err, ok, type Result } from '../base/result'
import { grainsFor } from '../builder/check-question'
import { narrowedQuestion } from '../builder/narrowed-question'
import { groupLabel, groupNames, outputNames } from '../builder/part-labels'
import {
  isTimeGrain,
  type Question,
  type QuestionColumn,
  type QuestionGroup,
  type QuestionMeasure,
  type TimeGrain,
} from '../builder/question'
import { stagesOf } from '../builder/stages/question-stages'
import { chartVisualSchema, defaultVisual, type ChartVisual } from '../charts/chart-visual'
import { measureDuring, periodsOfMark, withoutDays } from '../charts/explain-change'
import { formatBucket } from '../charts/plot/time/format-time'
import { parseTime } from '../charts/plot/time/parse-time'
import { isTemporalType, type CellValue } from '../query/field'
import type { ResultFilter } from '../query/result-filter'
import { valueText } from '../query/value-words'
import type { Exploration, ExplorationStep } from './exploration'

/** sourceColumns: of the question's source. weekStart: 1 Monday to 7 Sunday. */
export interface FollowContext {
  readonly sourceColumns: readonly QuestionColumn[]
  readonly weekStart: number
  readonly locale: string
}

/** A question on a trail, with how it is drawn and the words for the step that led to it. */
export interface TrailPoint {
  readonly label: string
  readonly question: Question
  readonly visual: ChartVisual
}

/** The points of a trail from the first; problem: why the step after the last one cannot be taken. */
export interface Trail {
  readonly points: readonly TrailPoint[]
  /** The columns of filters that the question cannot hold. */
  readonly left: readonly string[]
  readonly problem: string | null
}

/** Works out the questions that the steps of an exploration lead to. */
export function followSteps(exploration: Exploration, context: FollowContext): Trail {
  const { query, visual, filters, steps, name } = exploration
  const begun = narrowedQuestion(query.question, filters, context)
  const drawn = chartVisualSchema.parse({ ...defaultVisual, ...visual })
  const first: TrailPoint = { label: name, question: begun.question, visual: drawn }
  const points = [first]
  for (const step of steps) {
    const next = followStep(points.at(-1) ?? first, step, context)
    if (!next.ok) return { points, left: begun.left, problem: next.error }
    points.push(next.value)
  }
  return { points, left: begun.left, problem: null }
}

/** Returns the question that a step from a mark leads to, or why there is none. */
export function followStep(
  from: Pick<TrailPoint, 'question' | 'visual'>,
  step: ExplorationStep,
  context: FollowContext,
): Result<TrailPoint, string> {
  switch (step.kind) {
    case 'zoom':
      return zoomed(from, step.mark, context)
    case 'break-out':
      return brokenOut(from, step, context)
    case 'compare':
      return compared(from, step, context)
  }
}

/** Returns the question for the rows of a mark alone, without what concerns its groups, or why there is none. */
export function questionOfMark(
  question: Question,
  mark: readonly ResultFilter[],
  context: Pick<FollowContext, 'sourceColumns' | 'weekStart'>,
): Result<Question, string> {
  const reason = reasonAgainst(question, mark)
  if (reason !== null) return err(reason)
  const { question: narrowed, left } = narrowedQuestion(question, mark, context)
  const [first] = left
  if (first !== undefined) return err(`A question has no condition like that on “${first}”.`)
  const { measureFilters: _, ...rest } = narrowed
  return ok({ ...rest, sort: [], limit: null })
}

/** Says why the rows of a mark cannot be told from others; null if they can. */
function reasonAgainst(question: Question, mark: readonly ResultFilter[]): string | null {
  if (stagesOf(question).length > 1) return 'The question has several steps, and only the rows of one are followed.'
  if (question.source === null || question.measures.length === 0) return 'It lists rows: there is no number to follow.'
  const names = groupNames(question)
  const unknown = mark.find(({ column }) => !names.includes(column))
  if (unknown !== undefined) return `The question does not group by “${unknown.column}”.`
  const isOneGroup = names.every((name) => mark.some(({ column, op }) => column === name && op === '='))
  if (isOneGroup) return null
  if ((question.measureFilters ?? []).length > 0)
    return 'The rows of several groups are not told apart by a filter of a measure.'
  return question.limit === null ? null : 'The question is limited: not all of its groups are in this mark.'
}

const zoomGrains = ['year', 'quarter', 'month', 'week', 'day', 'hour'] as const satisfies readonly TimeGrain[]

/** Returns the next finer grain that a column has; null if there is none. */
export function finerGrain({ grain, column }: Pick<QuestionGroup, 'grain' | 'column'>): TimeGrain | null {
  const at = zoomGrains.findIndex((one) => one === grain)
  const next = at < 0 ? undefined : zoomGrains[at + 1]
  return next !== undefined && grainsFor(column.type).includes(next) ? next : null
}

/** Returns the grain that zooming in at a mark leads to; null if the mark stands for no period, or for the shortest. */
export function zoomGrain(question: Question, mark: readonly ResultFilter[]): TimeGrain | null {
  const group = question.groups[zoomedIndex(question, mark)]
  return group === undefined ? null : finerGrain(group)
}

function zoomedIndex(question: Question, mark: readonly ResultFilter[]): number {
  const names = groupNames(question)
  return question.groups.findIndex(({ grain }, index) => isTimeGrain(grain) && isFixed(mark, names[index]))
}

function isFixed(mark: readonly ResultFilter[], name: string | undefined): boolean {
  return mark.some(({ column, op, value }) => column === name && op === '=' && value !== null)
}

/** The groups whose values a mark leaves open. */
function openGroups(question: Question, mark: readonly ResultFilter[]): readonly QuestionGroup[] {
  const names = groupNames(question)
  return question.groups.filter((_, index) => !mark.some(({ column, op }) => column === names[index] && op === '='))
}

function zoomed(from: Pick<TrailPoint, 'question' | 'visual'>, mark: readonly ResultFilter[], context: FollowContext) {
  const { question } = from
  const rows = questionOfMark(question, mark, context)
  if (!rows.ok) return rows
  const group = question.groups[zoomedIndex(question, mark)]
  const grain = group && finerGrain(group)
  if (group === undefined || grain === null || grain === undefined) return err('There is no finer grain of time here.')
  const groups = [{ ...group, grain, label: '' }, ...openGroups(question, mark)]
  const next: Question = { ...rows.value, groups, measures: question.measures }
  const type = ['area', 'bar'].includes(from.visual.type) ? from.visual.type : 'line'
  return ok({
    label: markWords(question, mark, context),
    question: next,
    visual: drawing(from, next, groups.length > 2 ? 'table' : type),
  })
}

function brokenOut(
  from: Pick<TrailPoint, 'question' | 'visual'>,
  { mark, column }: Extract<ExplorationStep, { kind: 'break-out' }>,
  context: FollowContext,
) {
  const { question } = from
  const rows = questionOfMark(question, mark, context)
  if (!rows.ok) return rows
  const isTime = isTemporalType(column.type)
  const known = question.groups.find((group) => isTimeGrain(group.grain) && isSameColumn(group.column, column))
  const grain = isTime ? ((known && finerGrain(known)) ?? known?.grain ?? 'month') : null
  const group: QuestionGroup = { id: freeId(question), column, grain, label: '' }
  // What goes along the groups means nothing along others.
  const measures = question.measures.map((measure): QuestionMeasure =>
    measure.show === 'running-total' ? { ...measure, show: 'value' } : measure,
  )
  const by = measures.find(({ id }) => id === 'now') ?? measures[0]
  const next: Question = {
    ...rows.value,
    groups: [group],
    measures,
    sort: isTime || by === undefined ? [] : [{ id: 'by', by: { kind: 'part', id: by.id }, direction: 'descending' }],
  }
  const words = markWords(question, mark, context)
  return ok({
    label: `${words === '' ? 'By' : `${words} by`} ${groupLabel({ label: '', column, grain: null })}`,
    question: next,
    visual: drawing(from, next, isTime ? 'line' : 'row'),
  })
}

function compared(
  from: Pick<TrailPoint, 'question' | 'visual'>,
  { mark, measure: measureId }: Extract<ExplorationStep, { kind: 'compare' }>,
  context: FollowContext,
) {
  const { question } = from
  const periods = periodsOfMark(question, mark, context.weekStart)
  const measure = question.measures.find(({ id }) => id === measureId) ?? question.measures[0]
  if (periods === null || measure === undefined) return err('The mark stands for no period of days.')
  const { time, unit, now, earlier, others } = periods
  const reason = reasonAgainst(question, mark)
  if (reason !== null) return err(reason)
  const { measureFilters: _, ...unfiltered } = withoutDays(question, time)
  const anyDays: Question = { ...unfiltered, limit: null }
  const timeName = mark.find((condition) => !others.includes(condition))?.column ?? ''
  const both: ResultFilter = { column: timeName, op: 'in', value: [earlier.period.from, now.from] }
  const rows = questionOfMark(anyDays, [...others, both], context)
  if (!rows.ok) return rows
  const words = (day: string) => bucketWords(day, unit, context.locale)
  const [beforeWords, nowWords] = [words(earlier.period.from), words(now.from)]
  const groups = openGroups(question, mark)
  const next: Question = {
    ...rows.value,
    groups: [...groups],
    measures: [
      measureDuring(measure, { id: 'before', label: beforeWords, time, period: earlier.period }),
      measureDuring(measure, { id: 'now', label: nowWords, time, period: now }),
    ],
    sort: groups.length === 0 ? [] : [{ id: 'by', by: { kind: 'part', id: 'now' }, direction: 'descending' }],
  }
  const otherWords = markWords(question, others, context)
  return ok({
    label: `${nowWords} against ${beforeWords}${otherWords === '' ? '' : ` · ${otherWords}`}`,
    question: next,
    visual: drawing(from, next, groups.length === 1 ? 'row' : 'table'),
  })
}

/** Returns the columns of a question's answer that hold a period before and the one now; null where it compares none. */
export function comparedColumns(question: Question): { readonly before: string; readonly now: string } | null {
  const names = outputNames(question).slice(question.groups.length)
  const at = (id: string) => names[question.measures.findIndex((measure) => measure.id === id)]
  const [before, now] = [at('before'), at('now')]
  return before === undefined || now === undefined ? null : { before, now }
}

/** A drawing of the measures that were drawn, along the first group. */
function drawing(
  { question, visual }: Pick<TrailPoint, 'question' | 'visual'>,
  next: Question,
  type: ChartVisual['type'],
) {
  const before = outputNames(question).slice(question.groups.length)
  const names = outputNames(next)
  const all = names.slice(next.groups.length)
  const drawn = next.measures.flatMap(({ id }, index) => {
    const known = before[question.measures.findIndex((measure) => measure.id === id)]
    return known !== undefined && visual.y.includes(known) ? (all[index] ?? []) : []
  })
  const y = drawn.length === 0 ? all.slice(0, 4) : drawn
  const color = next.groups.length === 2 ? (names[1] ?? null) : null
  const { format, timeZone, goodDirection } = visual
  return {
    ...defaultVisual,
    format,
    timeZone,
    goodDirection,
    type,
    x: names[0] ?? null,
    y: color === null ? y : y.slice(0, 1),
    color,
    columnStyles: visual.columnStyles.filter(({ column }) => all.includes(column)),
  }
}

const mostNamed = 3

/** Returns the words for the conditions of a mark, such as `August 2025 · South`. */
export function markWords(
  question: Pick<Question, 'groups' | 'measures'>,
  mark: readonly ResultFilter[],
  { locale }: Pick<FollowContext, 'locale'>,
): string {
  const names = groupNames(question)
  const grainOf = (name: string) => question.groups[names.indexOf(name)]?.grain ?? null
  const columns = [...new Set(mark.map(({ column }) => column))]
  const parts = columns.map((column) => {
    const grain = grainOf(column)
    const write = (value: CellValue) =>
      !isTimeGrain(grain) || value === null ? valueText(value) : bucketWords(String(value), grain, locale)
    const own = mark.filter((condition) => condition.column === column)
    if (own.some(({ op }) => op === '!=')) return `Other ${column}`
    return own.map((condition) => conditionWords(condition, write)).join(' and ')
  })
  return parts.join(' · ')
}

function conditionWords({ column, op, value }: ResultFilter, write: (value: CellValue) => string): string {
  const values = (Array.isArray(value) ? value : [value]).map(write)
  switch (op) {
    case '=':
    case 'in': {
      const more = values.length - mostNamed
      return [values.slice(0, mostNamed).join(', '), ...(more > 0 ? [`${more} more`] : [])].join(' and ')
    }
    case 'contains':
      return `${column} contains ${values.join('')}`
    case 'made-of':
      return `${column} made of ${values.join('')}`
    case '>=':
      return `${column} ≥ ${values.join('')}`
    case '<=':
      return `${column} ≤ ${values.join('')}`
    default:
      return `${column} ${op === '!=' ? '≠' : op} ${values.join('')}`
  }
}

function bucketWords(text: string, grain: TimeGrain, locale: string): string {
  const ms = parseTime(text)?.ms
  return ms === undefined ? text : formatBucket(ms, grain, locale)
}

function isSameColumn(a: QuestionColumn, b: QuestionColumn): boolean {
  return a.join === b.join && a.name === b.name
}

function freeId({ groups, measures }: Question): string {
  const taken = new Set([...groups, ...measures].map(({ id }) => id))
  let count = 1
  while (taken.has(`by-${count}`)) count++
  return `by-${count}`
}
