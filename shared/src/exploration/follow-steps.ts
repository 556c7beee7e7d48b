import { err, ok, type Result } from '../base/result'
import { grainsFor } from '../builder/check-question'
import { narrowedQuestion } from '../builder/narrowed-question'
import { withoutLostWithin } from '../builder/compile/top-values'
import { groupLabel, groupNames, outputNames } from '../builder/part-labels'
import {
  isTimeGrain,
  timeGrains,
  type GroupGrain,
  type Question,
  type QuestionColumn,
  type QuestionGroup,
  type QuestionMeasure,
  type TimeGrain,
} from '../builder/question'
import { lastStage, withLastStage } from '../builder/stages/question-stages'
import { chartVisualSchema, defaultVisual, type ChartVisual } from '../charts/chart-visual'
import { isTemporalType } from '../query/field'
import type { ResultFilter } from '../query/result-filter'
import { measureDuring } from './explain-change'
import type { Exploration, ExplorationStep } from './exploration'
import { periodsOfMark, reasonAgainstPeriods, withDays, withoutDays } from './mark-periods'
import { bucketWords, markWords } from './mark-words'
import { grainsBefore, measuredMark, questionOfMark, reasonAgainst, type MeasuredMark } from './question-of-mark'

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
  { question, visual }: Pick<TrailPoint, 'question' | 'visual'>,
  step: ExplorationStep,
  context: FollowContext,
): Result<TrailPoint, string> {
  const measured = measuredMark(question, step.mark)
  if (!measured.ok) return measured
  const from = { ...measured.value, visual }
  switch (step.kind) {
    case 'zoom':
      return step.column === undefined ? zoomed(from, context) : zoomedLevel(from, step.column, context)
    case 'break-out':
      return brokenOut(from, step.column, context)
    case 'compare':
      return compared(from, step.measure, context)
  }
}

/** The question that a step starts from, up to the step that measures, a mark of it, and how it is drawn. */
interface StepFrom extends MeasuredMark, Pick<TrailPoint, 'visual'> {}

const zoomGrains = ['year', 'quarter', 'month', 'week', 'day', 'hour'] as const satisfies readonly TimeGrain[]

/** Returns the next finer grain that a column has; null if there is none. known: by which steps before have it already. */
export function finerGrain(
  { grain, column }: Pick<QuestionGroup, 'grain' | 'column'>,
  known: readonly GroupGrain[] = [],
): TimeGrain | null {
  const at = zoomGrains.findIndex((one) => one === grain)
  const next = at < 0 ? undefined : zoomGrains[at + 1]
  if (next === undefined || !grainsFor(column.type).includes(next)) return null
  return known.every((one) => zoomGrains.findIndex((zoom) => zoom === one) > at) ? next : null
}

/** Returns the grain that zooming in at a mark leads to; null if the mark stands for no period, or for the shortest. */
export function zoomGrain(question: Question, mark: readonly ResultFilter[]): TimeGrain | null {
  const measured = measuredMark(question, mark)
  return measured.ok ? (zoomedGroup(measured.value)?.finer ?? null) : null
}

function zoomedGroup({ question, mark }: MeasuredMark) {
  const { groups, measures } = lastStage(question)
  const names = groupNames({ groups, measures })
  const group = groups.find(({ grain }, index) => isTimeGrain(grain) && isFixed(mark, names[index]))
  const finer = group && finerGrain(group, grainsBefore(question, group.column))
  return group === undefined || finer === null || finer === undefined ? null : { group, finer }
}

const insideGrains: Partial<Record<TimeGrain, readonly TimeGrain[]>> = {
  year: ['month', 'quarter'],
  quarter: ['month'],
  month: ['day', 'week'],
  week: ['day'],
  day: ['hour'],
}

/** Returns the question with the period of a mark by a shorter grain, so that there is more of it than one point. */
export function insidePeriod(question: Question, mark: readonly ResultFilter[]): Question {
  const last = lastStage(question)
  const names = groupNames(last)
  const groups = last.groups.map((group, index): QuestionGroup => {
    const { grain, column } = group
    if (!isTimeGrain(grain) || !isFixed(mark, names[index])) return group
    const before = grainsBefore(question, column)
    const isLeft = (one: TimeGrain) =>
      grainsFor(column.type).includes(one) &&
      before.every((known) => timeGrains.indexOf(known) <= timeGrains.indexOf(one))
    return { ...group, grain: insideGrains[grain]?.find(isLeft) ?? grain, label: '' }
  })
  return withLastStage(question, { groups })
}

function isFixed(mark: readonly ResultFilter[], name: string | undefined): boolean {
  return mark.some(({ column, op, value }) => column === name && op === '=' && value !== null)
}

/** The groups whose values a mark leaves open. The largest of each value of one that it fixes are those of all its rows. */
function openGroups({ question, mark }: MeasuredMark): readonly QuestionGroup[] {
  const { groups, measures } = lastStage(question)
  const names = groupNames({ groups, measures })
  return withoutLostWithin(
    groups.filter((_, index) => !mark.some(({ column, op }) => column === names[index] && op === '=')),
  )
}

function zoomed(from: StepFrom, context: FollowContext) {
  const { question, mark, visual } = from
  const rows = questionOfMark(question, mark, context)
  if (!rows.ok) return rows
  const found = zoomedGroup(from)
  if (found === null) return err('There is no finer grain of time here.')
  const { measures } = lastStage(question)
  const groups = [{ ...found.group, grain: found.finer, label: '' }, ...openGroups(from)]
  const next = withLastStage(rows.value, { groups, measures })
  const type = ['area', 'bar'].includes(visual.type) ? visual.type : 'line'
  return ok({
    label: markWords(lastStage(question), mark, context),
    question: next,
    visual: drawing(from, next, groups.length > 2 ? 'table' : type),
  })
}

/** Returns the question for a mark by the next level of a hierarchy, within the groups that it leaves open. */
function zoomedLevel(from: StepFrom, column: QuestionColumn, context: FollowContext) {
  const { question, mark, visual } = from
  const rows = questionOfMark(question, mark, context)
  if (!rows.ok) return rows
  const last = lastStage(question)
  const open = openGroups(from)
  const next = withLastStage(rows.value, {
    groups: [
      ...open.filter(({ grain }) => isTimeGrain(grain)),
      { id: freeId(last), column, grain: null, label: '' },
    ].concat(open.filter(({ grain }) => !isTimeGrain(grain))),
    measures: last.measures,
  })
  const drawn = ['line', 'area', 'bar', 'row', 'map'].includes(visual.type) ? visual.type : 'row'
  const type = open.length === 0 && ['line', 'area', 'map'].includes(drawn) ? 'row' : drawn
  return ok({
    label: `${markWords(last, mark, context)} by ${column.name}`,
    question: next,
    visual: drawing(from, next, open.length > 1 ? 'table' : type),
  })
}

function brokenOut(from: StepFrom, column: QuestionColumn, context: FollowContext) {
  const { question, mark } = from
  const rows = questionOfMark(question, mark, context)
  if (!rows.ok) return rows
  const last = lastStage(question)
  const isTime = isTemporalType(column.type)
  const known = last.groups.find((group) => isTimeGrain(group.grain) && isSameColumn(group.column, column))
  const before = grainsBefore(question, column)
  const coarsest = before.length === 0 ? 'month' : before[0]
  const grain = isTime ? ((known && finerGrain(known, before)) ?? known?.grain ?? coarsest ?? 'month') : null
  const group: QuestionGroup = { id: freeId(last), column, grain, label: '' }
  // What goes along the groups means nothing along others.
  const measures = last.measures.map((measure): QuestionMeasure =>
    measure.show === 'running-total' ? { ...measure, show: 'value' } : measure,
  )
  const by = measures.find(({ id }) => id === 'now') ?? measures[0]
  const next = withLastStage(rows.value, {
    groups: [group],
    measures,
    sort: isTime || by === undefined ? [] : [{ id: 'by', by: { kind: 'part', id: by.id }, direction: 'descending' }],
  })
  const words = markWords(last, mark, context)
  return ok({
    label: `${words === '' ? 'By' : `${words} by`} ${groupLabel({ label: '', column, grain: null })}`,
    question: next,
    visual: drawing(from, next, isTime ? 'line' : 'row'),
  })
}

function compared(from: StepFrom, measureId: string | null, context: FollowContext) {
  const { question, mark } = from
  const last = lastStage(question)
  const periods = periodsOfMark(question, mark, context.weekStart)
  const measure = last.measures.find(({ id }) => id === measureId) ?? last.measures[0]
  if (periods === null || measure === undefined) return err('The mark stands for no period of days.')
  const { time, unit, now, earlier, others, group: timeName } = periods
  const reason = reasonAgainst(question, mark) ?? reasonAgainstPeriods(question, time)
  if (reason !== null) return err(reason)
  const anyDays = withLastStage(withoutDays(question, time), { measureFilters: undefined, limit: null })
  const both: readonly ResultFilter[] =
    timeName === null ? [] : [{ column: timeName, op: 'in', value: [earlier.period.from, now.from] }]
  const marked = questionOfMark(anyDays, [...others, ...both], context)
  if (!marked.ok) return marked
  const rows =
    timeName === null ? withDays(marked.value, time, { from: earlier.period.from, to: now.to }) : marked.value
  const words = (day: string) => bucketWords(day, unit, context.locale)
  const [beforeWords, nowWords] = [words(earlier.period.from), words(now.from)]
  const groups = openGroups(from)
  const next = withLastStage(rows, {
    groups: [...groups],
    measures: [
      measureDuring(measure, { id: 'before', label: beforeWords, time, period: earlier.period }),
      measureDuring(measure, { id: 'now', label: nowWords, time, period: now }),
    ],
    sort: groups.length === 0 ? [] : [{ id: 'by', by: { kind: 'part', id: 'now' }, direction: 'descending' }],
  })
  const otherWords = markWords(last, others, context)
  return ok({
    label: `${nowWords} against ${beforeWords}${otherWords === '' ? '' : ` · ${otherWords}`}`,
    question: next,
    visual: drawing(from, next, groups.length === 1 ? 'row' : 'table'),
  })
}

/** Returns the columns of a question's answer that hold a period before and the one now; null where it compares none. */
export function comparedColumns(question: Question): { readonly before: string; readonly now: string } | null {
  const last = lastStage(question)
  const names = outputNames(last).slice(last.groups.length)
  const at = (id: string) => names[last.measures.findIndex((measure) => measure.id === id)]
  const [before, now] = [at('before'), at('now')]
  return before === undefined || now === undefined ? null : { before, now }
}

/** A drawing of the measures that were drawn, along the first group. */
function drawing({ question: of, visual }: StepFrom, after: Question, type: ChartVisual['type']) {
  const [question, next] = [lastStage(of), lastStage(after)]
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

function isSameColumn(a: QuestionColumn, b: QuestionColumn): boolean {
  return a.join === b.join && a.name === b.name
}

function freeId({ groups, measures }: Question): string {
  const taken = new Set([...groups, ...measures].map(({ id }) => id))
  let count = 1
  while (taken.has(`by-${count}`)) count++
  return `by-${count}`
}
