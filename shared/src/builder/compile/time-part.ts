import type { FieldType } from '../../query/field'
import type { BuilderDialect } from '../dialects/builder-dialect'
import type { QuestionGroup, TimePart } from '../question'
import { months, partWords, weekdays } from '../time-part-words'
import { othersLast } from './top-values'
import { numberLiteral, word, type SqlExpression } from './sql-node'

/** A part of a date or point in time, in the zone of the run: weekdays, months and quarters in words, others as numbers. */
export function timePartOf(
  part: TimePart,
  of: SqlExpression,
  type: FieldType,
  { expressions, startOf }: BuilderDialect,
): SqlExpression {
  const day = () => startOf('day', of, type, 1)
  switch (part) {
    case 'hour-of-day':
      return expressions.clockPart('hour', startOf('hour', of, type, 1))
    case 'weekday':
      return inWords(expressions.datePart('weekday', day()), partWords[part])
    case 'day-of-month':
      return expressions.datePart('day', day())
    case 'week-of-year':
      return expressions.datePart('week', day())
    case 'month-of-year':
    case 'quarter-of-year':
      return inWords(expressions.datePart('month', day()), partWords[part])
  }
}

function inWords(of: SqlExpression, words: readonly string[]): SqlExpression {
  return {
    kind: 'match',
    of,
    cases: words.map((name, index) => ({ when: numberLiteral(index + 1), result: word(name) })),
  }
}

/** True if the values of a group are words whose order is not that of their characters. */
export function hasOrderOfWords({ grain }: Pick<QuestionGroup, 'grain'>): boolean {
  return grain === 'weekday' || grain === 'month-of-year'
}

interface OrderOptions {
  readonly dialect: BuilderDialect
  readonly weekStart: number
}

/** The order of a group: what it is sorted by, of its value: texts by their characters, weekdays from the first of the week, others last. */
export function groupInOrder(group: QuestionGroup, of: SqlExpression, options: OrderOptions): readonly SqlExpression[] {
  return [...othersLast(group, of, options.dialect), valueInOrder(group, of, options)]
}

function valueInOrder(
  { column, grain }: QuestionGroup,
  of: SqlExpression,
  { dialect, weekStart }: OrderOptions,
): SqlExpression {
  const placed = (words: readonly string[], first: number): SqlExpression => ({
    kind: 'match',
    of,
    cases: words.map((name, index) => ({
      when: word(name),
      result: numberLiteral(((index - first + words.length) % words.length) + 1),
    })),
  })
  switch (grain) {
    case 'weekday':
      return placed(weekdays, weekStart - 1)
    case 'month-of-year':
      return placed(months, 0)
    case 'quarter-of-year':
      return dialect.inCodePointOrder(of)
    default:
      return grain === null && column.type === 'text' ? dialect.inCodePointOrder(of) : of
  }
}
