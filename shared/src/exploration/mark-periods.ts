import { dayAfter, isDay } from '../base/calendar-day'
import { nextUnitStart, shiftedDay, unitStart } from '../builder/date-unit'
import { withConditions } from '../builder/narrowed-question'
import { groupNames } from '../builder/part-labels'
import { dateUnits, type DateUnit, type Question, type QuestionColumn, type QuestionFilter } from '../builder/question'
import { countsAllRows } from '../builder/question-expressions'
import { columnPath } from '../builder/stages/column-path'
import { lastStage, stagesOf, withLastStage, type QuestionStage } from '../builder/stages/question-stages'
import { isTemporalType, type CellValue } from '../query/field'
import type { ResultFilter } from '../query/result-filter'

/** Days from the first to the last, both included (`YYYY-MM-DD`). */
export interface Period {
  readonly from: string
  readonly to: string
}

/**
 * A mark that stands for a period, with the ones to compare it with. group: the column of the answer; null where the question's
 * own filter holds the period. others: what else the mark is of.
 */
export interface MarkPeriods {
  readonly time: QuestionColumn
  readonly group: string | null
  readonly unit: DateUnit
  readonly now: Period
  readonly earlier: Readonly<Record<'period' | 'year', Period>>
  readonly others: readonly ResultFilter[]
}

/**
 * Finds the period that a mark of a question stands for: by its conditions, or by the filter of a question that does not group
 * by time. Null for one that stands for none, or for less than a day.
 */
export function periodsOfMark(
  question: Question,
  conditions: readonly ResultFilter[],
  weekStart: number,
): MarkPeriods | null {
  const last = lastStage(question)
  const names = groupNames(last)
  for (const condition of conditions) {
    const group = last.groups[names.indexOf(condition.column)]
    const unit = dateUnits.find((one) => one === group?.grain)
    const day = condition.op === '=' ? /^\d{4}-\d{2}-\d{2}/.exec(String(condition.value))?.[0] : undefined
    if (group === undefined || unit === undefined || day === undefined || !isDay(day)) continue
    const found = { time: group.column, unit, start: unitStart(day, unit, weekStart) }
    const others = conditions.filter((other) => other !== condition)
    return { ...withEarlier(found, weekStart), group: condition.column, others }
  }
  const found = last.groups.some(({ column }) => isTemporalType(column.type)) ? null : filteredUnit(last, weekStart)
  return found && { ...withEarlier(found, weekStart), group: null, others: conditions }
}

interface FoundUnit {
  readonly time: QuestionColumn
  readonly unit: DateUnit
  /** Its first day. */
  readonly start: string
}

/** Finds the one unit of the calendar that a filter keeps the days of. */
function filteredUnit({ filter: { match, items } }: Pick<Question, 'filter'>, weekStart: number): FoundUnit | null {
  if (match === 'any' && items.length > 1) return null
  for (const item of items) {
    if (item.kind !== 'condition' || item.test.op !== 'between' || !isTemporalType(item.column.type)) continue
    const { from: start, to } = item.test
    if (!isDay(start)) continue
    const unit = dateUnits.find((one) => unitStart(start, one, weekStart) === start && periodFrom(start, one).to === to)
    if (unit !== undefined) return { time: item.column, unit, start }
  }
  return null
}

function withEarlier({ time, unit, start }: FoundUnit, weekStart: number) {
  const yearBefore =
    unit === 'week' ? shiftedDay(start, { count: 52, unit }) : shiftedDay(start, { count: 1, unit: 'year' })
  return {
    time,
    unit,
    now: periodFrom(start, unit),
    earlier: {
      period: periodFrom(unitStart(dayAfter(start, -1), unit, weekStart), unit),
      year: periodFrom(unitStart(yearBefore, unit, weekStart), unit),
    },
  }
}

function periodFrom(start: string, unit: DateUnit): Period {
  return { from: start, to: dayAfter(nextUnitStart(start, unit), -1) }
}

/** How many other periods can be chosen. */
const mostPeriods = 60
/** How many periods before a mark can be chosen where it is not known which ones are drawn. */
const fewPeriods = 12

/** The periods to compare a mark with besides those before it, the latest first. drawn: the values of its group in the answer. */
export function otherPeriods({ unit, now, earlier }: MarkPeriods, drawn: readonly CellValue[]): readonly Period[] {
  const known = new Set([now, ...Object.values(earlier)].map(({ from }) => from))
  const days = drawn.flatMap((cell) => /^\d{4}-\d{2}-\d{2}/.exec(String(cell))?.[0] ?? []).filter(isDay)
  const counted = Array.from({ length: fewPeriods }, (_, index) => shiftedDay(now.from, { count: index + 1, unit }))
  const starts = new Set(days.length === 0 ? counted : days)
  return [...starts]
    .filter((day) => !known.has(day))
    .toSorted()
    .toReversed()
    .slice(0, mostPeriods)
    .map((day) => periodFrom(day, unit))
}

/** Returns the question without conditions on the days of a column, in each step that has it: periods take their place. */
export function withoutDays(question: Question, time: QuestionColumn): Question {
  const filters = new Map(
    columnPath(question, time).map(({ stage, column }): [string | null, QuestionFilter] => {
      const { filter } = stage.question
      const items = filter.items.filter((item) => !isOn(item, column))
      return [stage.id, items.length === filter.items.length ? filter : { match: 'all', items }]
    }),
  )
  const { filter, steps } = question
  const without = { ...question, filter: filters.get(null) ?? filter }
  if (steps === undefined) return without
  return { ...without, steps: steps.map((step) => ({ ...step, filter: filters.get(step.id) ?? step.filter })) }
}

/** Returns the question with the days of a period alone, by the filter of its last step. */
export function withDays(question: Question, column: QuestionColumn, { from, to }: Period): Question {
  const { filter } = withConditions(lastStage(question), [{ column, test: { op: 'between', from, to } }])
  return withLastStage(question, { filter })
}

/** Says why a question has no answer for other days than those that it asks for; null if it has. */
export function reasonAgainstPeriods(question: Question, time: QuestionColumn): string | null {
  const stages = stagesOf(question)
  for (const { stage, column } of columnPath(question, time)) {
    const { match, items } = stage.question.filter
    const isOfDays = items.some((item) => isOn(item, column))
    const isAlternative = match === 'any' && items.length > 1 && isOfDays
    if (isAlternative || items.some((item) => item.kind === 'group' && item.items.some((inner) => isOn(inner, column))))
      return 'Its days are one of several alternatives in a filter, which other days have no place in.'
    const mixing = stages.slice(stages.indexOf(stage), -1).find(choosesAmongRows)
    if (isOfDays && mixing !== undefined)
      return `Step ${mixing.number} looks at all the days that step ${stage.number} keeps: with other days it would have another answer.`
  }
  return null
}

/** True of a step whose answer for some days depends on the others that it reads. */
function choosesAmongRows({ question: { limit, groups, measures } }: QuestionStage): boolean {
  return limit !== null || groups.some(({ top }) => top !== undefined) || measures.some(countsAllRows)
}

function isOn(item: QuestionFilter['items'][number], { join, name }: QuestionColumn): boolean {
  return item.kind === 'condition' && item.column.name === name && item.column.join === join
}
