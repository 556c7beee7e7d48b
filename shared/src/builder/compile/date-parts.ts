import type { FieldType } from '../../query/field'
import type { BuilderDialect } from '../dialects/builder-dialect'
import type { TimeGrain } from '../question'
import { binary, call, cast, numberLiteral, type SqlExpression } from './sql-node'

/** A date or point in time, with its type. */
export interface DatedSql {
  readonly of: SqlExpression
  readonly type: FieldType
}

interface Calendar {
  readonly dialect: BuilderDialect
  readonly weekStart: number
}

/** The first day, or moment, of the period that a date lies in, in the zone of the run. */
export function startOf(grain: TimeGrain, { of, type }: DatedSql, { dialect, weekStart }: Calendar): SqlExpression {
  return dialect.startOf(grain, of, type, weekStart)
}

/** The number of a date's quarter, 1 to 4. */
export function quarterOf(date: DatedSql, calendar: Calendar): SqlExpression {
  const { expressions, doubleType } = calendar.dialect
  const month = expressions.datePart('month', startOf('day', date, calendar))
  return cast(call('ceiling', binary(cast(month, doubleType), '/', numberLiteral(3))), expressions.wholeType)
}

/** How many units begin between two dates: below zero if the second is earlier. */
export function dateDifference(from: DatedSql, to: DatedSql, unit: string, calendar: Calendar): SqlExpression {
  const { expressions, doubleType } = calendar.dialect
  switch (unit) {
    case 'month':
    case 'year':
    case 'quarter': {
      const count = (date: DatedSql) => {
        const day = startOf('day', date, calendar)
        const years = expressions.datePart('year', day)
        if (unit === 'year') return years
        if (unit === 'month')
          return binary(binary(years, '*', numberLiteral(12)), '+', expressions.datePart('month', day))
        return binary(binary(years, '*', numberLiteral(4)), '+', quarterOf(date, calendar))
      }
      return binary(count(to), '-', count(from))
    }
    case 'week': {
      const days = expressions.daysBetween(startOf('week', from, calendar), startOf('week', to, calendar))
      return cast(binary(cast(days, doubleType), '/', numberLiteral(7)), expressions.wholeType)
    }
    default:
      return expressions.daysBetween(startOf('day', from, calendar), startOf('day', to, calendar))
  }
}
