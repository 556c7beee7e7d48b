import { assertNever } from '@tidemark/shared/base/assert-never'
import type { TestOp } from '@tidemark/shared/builder/check-question'
import type { GroupGrain, MeasureFunction, QuestionTest } from '@tidemark/shared/builder/question'
import type { FieldType } from '@tidemark/shared/query/field'

export const functionNames: Readonly<Record<MeasureFunction, string>> = {
  count: 'Count',
  distinct: 'Distinct values',
  sum: 'Sum',
  average: 'Average',
  min: 'Lowest',
  max: 'Highest',
  median: 'Median',
  percentile: 'Percentile',
  expression: 'Custom',
}

export const grainNames: Readonly<Record<GroupGrain, string>> = {
  minute: 'Minute',
  hour: 'Hour',
  day: 'Day',
  week: 'Week',
  month: 'Month',
  quarter: 'Quarter',
  year: 'Year',
  'hour-of-day': 'Hour of the day',
  weekday: 'Weekday',
  'day-of-month': 'Day of the month',
  'week-of-year': 'Week of the year',
  'month-of-year': 'Month of the year',
  'quarter-of-year': 'Quarter of the year',
}

/** A test of that kind with nothing filled in, or with what the one before it had. */
export function testOf(op: TestOp, before: QuestionTest | null, type: FieldType): QuestionTest {
  const values = before === null ? [] : textsOf(before)
  const [first = '', second = ''] = values
  switch (op) {
    case 'is-empty':
    case 'is-not-empty':
    case 'is-true':
    case 'is-false':
      return { op }
    case 'is':
    case 'is-not':
      return { op, values }
    case 'contains':
    case 'not-contains':
    case 'starts-with':
    case 'ends-with':
      return { op, value: first, ignoresCase: true }
    case 'less':
    case 'at-most':
    case 'greater':
    case 'at-least':
      return { op, value: first }
    case 'between':
      return { op, from: first, to: second === '' ? first : second }
    case 'in-last':
      return { op, count: type === 'date' ? 3 : 30, unit: type === 'date' ? 'month' : 'day', includesCurrent: true }
    case 'in-next':
      return { op, count: 1, unit: 'month' }
    default:
      return assertNever(op)
  }
}

function textsOf(test: QuestionTest): string[] {
  if ('values' in test) return test.values
  if ('value' in test) return [test.value]
  return 'from' in test ? [test.from, test.to] : []
}
