import { stagesOf } from './stages/question-stages'
import { dayAfter, isDay } from '../base/calendar-day'
import { isTemporalType } from '../query/field'
import type { Compare, Compared } from './comparison'
import type { ResultFilter } from '../query/result-filter'
import { nextUnitStart, shiftedDay, unitStart } from './date-unit'
import { lastUnitsDays } from './last-units'
import { groupNames } from './part-labels'
import { countsAllRows } from './question-expressions'
import {
  conditionsIn,
  isTimeGrain,
  type DateUnit,
  type Question,
  type QuestionColumn,
  type QuestionCondition,
  type QuestionTest,
} from './question'

/** A question that also reads the days that it is compared with, and the filters that are left beside it. */
export interface ComparedQuestion {
  readonly question: Question
  readonly filters: readonly ResultFilter[]
  readonly compared: Compared
}

/** Days from the first to the one before the end; null where there is none. */
interface DayRange {
  readonly from: string | null
  readonly before: string | null
}

const everything: DayRange = { from: null, before: null }

/**
 * Widens a question to the days of the period before, or of the same days a year ago, so that one statement answers
 * both. filters: of the dashboard. today: the day in the zone of the run.
 */
export function compareQuestion(
  question: Question,
  filters: readonly ResultFilter[],
  compare: Compare,
  { today, weekStart }: { readonly today: string; readonly weekStart: number },
): ComparedQuestion {
  const refuse = (refusal: string): ComparedQuestion => ({ question, filters, compared: { refusal } })
  if (stagesOf(question).length > 1) return refuse('a question of several steps has no place for the rows of earlier')
  const group = question.groups[groupNames(question).indexOf(compare.column)]
  if (group === undefined || !isTimeGrain(group.grain) || !isTemporalType(group.column.type))
    return refuse('it needs an x axis of dates that the question groups by')
  if (question.measures.some(countsAllRows))
    return refuse('running totals, shares and what goes along the groups count all the rows of an answer')
  if (question.limit !== null) return refuse('a limited answer has no place for the rows of earlier')
  const { column } = group
  const isOnDates = (of: QuestionColumn) => of.name === column.name && of.join === column.join
  const { items, match } = question.filter
  const own = items.filter((item) => item.kind === 'condition' && isOnDates(item.column))
  const isMixed =
    (match === 'any' && items.length > 1 && own.length > 0) ||
    items.some(
      (item) => item.kind !== 'condition' && conditionsIn({ items: [item] }).some((one) => isOnDates(one.column)),
    )
  if (isMixed) return refuse('its dates are filtered by alternatives')

  let range = everything
  const kept: Question['filter']['items'] = []
  for (const item of items) {
    const found = item.kind === 'condition' && isOnDates(item.column) ? rangeOfTest(item.test, today, weekStart) : null
    if (found === null) kept.push(item)
    else range = both(range, found)
  }
  const left: ResultFilter[] = []
  for (const filter of filters) {
    const isOfDates = filter.column === compare.column || (column.join === null && filter.column === column.name)
    const found = isOfDates ? rangeOfFilter(filter) : null
    if (found === null) left.push(filter)
    else range = both(range, found)
  }
  const unit: DateUnit = group.grain === 'hour' || group.grain === 'minute' ? 'day' : group.grain
  const shift =
    compare.with === 'year'
      ? unit === 'week'
        ? ({ count: 52, unit: 'week' } as const)
        : ({ count: 1, unit: 'year' } as const)
      : periodShift(range, unit, today, weekStart)
  if (shift === null) return refuse('it needs a filter by a period, such as the last 30 days: nothing comes before all')
  const { from, before } = range
  const compared: Compared = { column: compare.column, from, before, ...shift }
  // Without a first day the rows of earlier are read already.
  if (from === null) return { question, filters, compared }
  const start = unitStart(from, unit, weekStart)
  const shifted = before === null ? null : shiftedEnd(before, shift)
  // The first bucket holds none of the days before the first, or it would count more than it is filtered to.
  const end = start < from && (shifted === null || shifted > start) ? start : shifted
  const earlier = { from: shiftedDay(from, shift), before: end }
  const isApart = end !== null && end < from
  const conditions = isApart
    ? [condition('compared_earlier', column, earlier), condition('compared_present', column, range)]
    : [condition('compared_all', column, { from: earlier.from, before })]
  const [only] = conditions
  const added =
    conditions.length === 1 && only !== undefined
      ? only
      : ({ kind: 'group', id: 'compared', match: 'any', items: conditions } as const)
  return {
    question: { ...question, filter: { match: 'all', items: [...kept, added] } },
    filters: left,
    compared,
  }
}

/** Returns how far the period before lies back, in whole buckets; null without a first day. */
function periodShift({ from, before }: DayRange, unit: DateUnit, today: string, weekStart: number) {
  if (from === null) return null
  const end = before ?? nextUnitStart(unitStart(today, unit, weekStart), unit)
  let count = 0
  // As many as a filter can count.
  for (let start = unitStart(from, unit, weekStart); start < end && count < mostBuckets; count++)
    start = nextUnitStart(start, unit)
  return { count: Math.max(1, count), unit }
}

const mostBuckets = 4000

/**
 * Returns the day after the last of the days so much earlier. before: the day after the last one; that of a whole month
 * is the first of the next, whatever their lengths.
 */
function shiftedEnd(before: string, shift: { readonly count: number; readonly unit: DateUnit }): string {
  return before.endsWith('-01') ? shiftedDay(before, shift) : dayAfter(shiftedDay(dayAfter(before, -1), shift), 1)
}

function condition(id: string, column: QuestionColumn, { from, before }: DayRange): QuestionCondition {
  return { kind: 'condition', id, column, test: testOf(from ?? '0001-01-01', before) }
}

function testOf(from: string, before: string | null): QuestionTest {
  return before === null ? { op: 'at-least', value: from } : { op: 'between', from, to: dayAfter(before, -1) }
}

function both(a: DayRange, b: DayRange): DayRange {
  const later = [a.from, b.from].filter((day) => day !== null).toSorted()
  const sooner = [a.before, b.before].filter((day) => day !== null).toSorted()
  return { from: later.at(-1) ?? null, before: sooner[0] ?? null }
}

/** Returns the days that pass a test; null if it does not say so by a first or last day. */
function rangeOfTest(test: QuestionTest, today: string, weekStart: number): DayRange | null {
  switch (test.op) {
    case 'at-least':
      return { from: test.value, before: null }
    case 'greater':
      return { from: dayAfter(test.value, 1), before: null }
    case 'less':
      return { from: null, before: test.value }
    case 'at-most':
      return { from: null, before: dayAfter(test.value, 1) }
    case 'between':
      return { from: test.from, before: dayAfter(test.to, 1) }
    case 'is': {
      const [day] = test.values
      return test.values.length === 1 && day !== undefined ? { from: day, before: dayAfter(day, 1) } : null
    }
    case 'in-last':
      return lastUnitsDays(test, today, weekStart)
    case 'in-next': {
      const first = nextUnitStart(unitStart(today, test.unit, weekStart), test.unit)
      return { from: first, before: shiftedDay(first, { count: -test.count, unit: test.unit }) }
    }
    default:
      return null
  }
}

/** Returns the whole days that pass a dashboard's filter; null if it is none of days. */
function rangeOfFilter({ op, value }: ResultFilter): DayRange | null {
  if (typeof value !== 'string') return null
  const day = /^(\d{4}-\d\d-\d\d)(?:[T ]00:00(?::00(?:\.0+)?)?)?$/.exec(value)?.[1]
  if (day === undefined || !isDay(day)) return null
  switch (op) {
    case '>=':
      return { from: day, before: null }
    case '<':
      return { from: null, before: day }
    case '<=':
      return value.length === day.length ? { from: null, before: dayAfter(day, 1) } : null
    default:
      return null
  }
}
