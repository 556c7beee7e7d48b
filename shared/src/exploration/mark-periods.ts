import { dayAfter, isDay } from '../base/calendar-day'
import { nextUnitStart, shiftedDay, unitStart } from '../builder/date-unit'
import { groupNames } from '../builder/part-labels'
import { dateUnits, type DateUnit, type Question, type QuestionColumn, type QuestionFilter } from '../builder/question'
import { countsAllRows } from '../builder/question-expressions'
import { columnPath } from '../builder/stages/column-path'
import { lastStage, stagesOf, type QuestionStage } from '../builder/stages/question-stages'
import type { CellValue } from '../query/field'
import type { ResultFilter } from '../query/result-filter'

/** Days from the first to the last, both included (`YYYY-MM-DD`). */
export interface Period {
  readonly from: string
  readonly to: string
}

/** A mark that stands for a period, with the ones to compare it with. group: the column of the answer. others: what else the mark is of. */
export interface MarkPeriods {
  readonly time: QuestionColumn
  readonly group: string
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
  const last = lastStage(question)
  const names = groupNames(last)
  for (const condition of conditions) {
    const group = last.groups[names.indexOf(condition.column)]
    const unit = dateUnits.find((one) => one === group?.grain)
    const day = condition.op === '=' ? /^\d{4}-\d{2}-\d{2}/.exec(String(condition.value))?.[0] : undefined
    if (group === undefined || unit === undefined || day === undefined || !isDay(day)) continue
    const start = unitStart(day, unit, weekStart)
    const yearBefore =
      unit === 'week' ? shiftedDay(start, { count: 52, unit }) : shiftedDay(start, { count: 1, unit: 'year' })
    return {
      time: group.column,
      group: condition.column,
      unit,
      now: periodFrom(start, unit),
      earlier: {
        period: periodFrom(unitStart(dayAfter(start, -1), unit, weekStart), unit),
        year: periodFrom(unitStart(yearBefore, unit, weekStart), unit),
      },
      others: conditions.filter((other) => other !== condition),
    }
  }
  return null
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
