import type { FieldType } from '../../query/field'
import type { SqlSyntax } from '../../query/sql-syntax'
import type { DateUnit, TimeGrain } from '../question'
import type { SqlExpression, SqlValueType } from '../compile/sql-node'
import type { ExpressionDialect } from './expressions/expression-dialect'

export interface TypedColumn {
  readonly type: FieldType
  readonly databaseType: string
}

/** The position at which one text is searched for in another. */
export type TextPlace = 'anywhere' | 'start' | 'end'

/** How a question is written for one database, so that all databases give the same answer. */
export interface BuilderDialect {
  readonly syntax: SqlSyntax
  readonly quoteName: (name: string) => string
  readonly quoteText: (text: string) => string
  readonly intervalText: (count: number, unit: 'DAY' | 'MONTH' | 'YEAR') => string
  /** Says of each column whose it is, for databases that would take another one's new name for it. */
  readonly qualifiesColumns?: boolean
  /** A step that is read twice is worked out twice, its scan included. */
  readonly recountsSteps?: boolean
  /** Has no FULL JOIN: it is a left one with the unmatched rows of a right one. */
  readonly lacksFullJoin?: boolean
  /** Groups by several sets of columns at once, and tells them apart by GROUPING. */
  readonly hasGroupingSets?: boolean
  /** A list holds values of its column's own type alone. */
  readonly listsOneType?: boolean
  /** A bound point in time may have an offset; else it is a clock on the wall. */
  readonly readsOffsets?: boolean
  /** No day comes after 9999, nor is there `infinity`. */
  readonly endsIn9999?: boolean
  /** The types of 32-bit floats. */
  readonly singleType?: RegExp
  /** The day that it is, where `CURRENT_DATE` is not the zone's. */
  readonly today?: SqlExpression
  /** `ORDER BY x NULLS LAST`; else an `x IS NULL` goes before. */
  readonly hasNullsLast: boolean
  /** The type that a bound value is cast to; null where it needs no cast. */
  readonly typeOfValue: (type: SqlValueType, text: string) => string | null
  /** A bound value, where no cast reads it; null where one does. */
  readonly readValue?: (type: SqlValueType, given: string) => string | null
  /** A value written into the text, for SQL that a person goes on with. */
  readonly literalOf: (type: SqlValueType, text: string) => string
  readonly doubleType: string
  /** A whole number of any width as one type, where rows with two of them cannot be put together. */
  readonly commonInteger?: (of: SqlExpression) => SqlExpression
  /** Other than `UNION`. */
  readonly unionWords?: string
  /** A type of whole numbers that holds more than 64 bits. asDecimal: such a number, to multiply by a fraction. */
  readonly wideType: string
  readonly asDecimal: (whole: SqlExpression) => SqlExpression
  /** Decimals are stored as doubles. */
  readonly decimalsAreDoubles?: boolean
  /** A column whose comparison respects capitals and accents, and compares numbers with numbers. */
  readonly exact: (of: SqlExpression, column: TypedColumn) => SqlExpression
  /** A text in the order of its code points; `of` is exact already. */
  readonly inCodePointOrder: (of: SqlExpression) => SqlExpression
  /** A date or point in time so that it compares with a value of its type. */
  readonly comparable: (of: SqlExpression, type: FieldType) => SqlExpression
  /**
   * A condition that a value is of its column's type, for databases whose columns hold others too; null for types of which no
   * other is taken for one. `of` is exact.
   */
  readonly fits?: (of: SqlExpression, type: FieldType) => SqlExpression | null
  /** A point in time to the last digit of its second, where `comparable` ends with seconds. Values are compared as that too. */
  readonly moment?: (of: SqlExpression) => SqlExpression
  /** Other than by `lower`. */
  readonly lower?: (of: SqlExpression) => SqlExpression
  readonly textAt: (place: TextPlace, text: SqlExpression, part: SqlExpression) => SqlExpression
  /** The date on which the unit begins, or the minute or hour as a timestamp on the wall. weekStart: 1 Monday to 7. */
  readonly startOf: (grain: TimeGrain, of: SqlExpression, type: FieldType, weekStart: number) => SqlExpression
  /** A date, whole units later (or earlier). */
  readonly shiftDate: (date: SqlExpression, count: number, unit: DateUnit) => SqlExpression
  /** The first moment of a date, to compare a column of the type with. */
  readonly dayStart: (date: SqlExpression, type: FieldType) => SqlExpression
  /** Interpolated between neighbours; null where the database has no such aggregate. fraction: 0 to 1. */
  readonly percentile: ((of: SqlExpression, fraction: number) => SqlExpression) | null
  /** Null of nothing and exact, where the function of that name is not. */
  readonly aggregate?: (fn: 'sum' | 'average' | 'min' | 'max', of: SqlExpression, column: TypedColumn) => SqlExpression
  /** A column of a joined table, null where nothing matched; for databases that have an empty value there instead. */
  readonly nullable?: (of: SqlExpression, column: TypedColumn) => SqlExpression
  /** The functions of expressions. */
  readonly expressions: ExpressionDialect
}

/** Months and days, which every database can add. */
export function unitInterval(count: number, unit: DateUnit): Extract<SqlExpression, { kind: 'interval' }> {
  switch (unit) {
    case 'day':
      return { kind: 'interval', count, unit: 'DAY' }
    case 'week':
      return { kind: 'interval', count: count * 7, unit: 'DAY' }
    case 'month':
      return { kind: 'interval', count, unit: 'MONTH' }
    case 'quarter':
      return { kind: 'interval', count: count * 3, unit: 'MONTH' }
    case 'year':
      return { kind: 'interval', count, unit: 'YEAR' }
  }
}

/** A DECIMAL just large enough for a number as it is written. */
export function decimalTypeOf(text: string): string {
  const [whole = ''] = text.replace(/^[-+]/, '').split('.')
  const scale = decimalScaleOf(text)
  return `DECIMAL(${Math.max(1, whole.length + scale)}, ${scale})`
}

/** Digits behind the point. */
export function decimalScaleOf(text: string): number {
  return text.split('.')[1]?.length ?? 0
}

/** Days from the first of the week to Monday. */
export function daysToMonday(weekStart: number): number {
  return (8 - weekStart) % 7
}
