import { value, type SqlExpression } from '../../compile/sql-node'

/** week: of the year, as ISO 8601 counts them. */
export type DatePart = 'year' | 'month' | 'day' | 'weekday' | 'week'

/**
 * The functions of expressions as one database has them, so that all give the same answer. Every one gives null of null.
 * `day`: a date. `wall`: the beginning of an hour or minute as the dialect's `startOf` gives it. place, from: counted from 1.
 */
export interface ExpressionDialect {
  /** A type that sums and products of whole numbers are reckoned in. */
  readonly wholeType: string
  /** The type that makes true and false of a condition, where one is a number. */
  readonly booleanType?: string
  readonly datePart: (part: DatePart, day: SqlExpression) => SqlExpression
  readonly clockPart: (part: 'hour' | 'minute', wall: SqlExpression) => SqlExpression
  readonly daysBetween: (from: SqlExpression, to: SqlExpression) => SqlExpression
  readonly upper: (text: SqlExpression) => SqlExpression
  readonly trim: (text: SqlExpression) => SqlExpression
  /** In characters. */
  readonly length: (text: SqlExpression) => SqlExpression
  readonly substring: (text: SqlExpression, from: number, length: number) => SqlExpression
  readonly replace: (text: SqlExpression, find: SqlExpression, by: SqlExpression) => SqlExpression
  /** The texts are not null. */
  readonly concat: (texts: readonly SqlExpression[]) => SqlExpression
  /** Null or empty where there are fewer parts. */
  readonly split: (text: SqlExpression, separator: SqlExpression, place: number) => SqlExpression
  /** How a pattern says the end of the text. */
  readonly patternEnd: string
  readonly matches: (text: SqlExpression, pattern: SqlExpression) => SqlExpression
  /** Null or empty where nothing matches. */
  readonly extract: (text: SqlExpression, pattern: SqlExpression) => SqlExpression
  /** by: the text that replaces matches as it is. */
  readonly replaceMatches: (text: SqlExpression, pattern: SqlExpression, by: string) => SqlExpression
}

/** The text that replaces matches, where backslashes alone mean something in it. */
export function escapedReplacement(text: string): SqlExpression {
  return value(text.replaceAll('\\', '\\\\'), 'text')
}
