import { daysToMonday, decimalScaleOf, type BuilderDialect, type TypedColumn } from './builder-dialect'
import { shifted } from './duckdb-dialect'
import { clickhouseSyntax } from '../../query/sql-syntax'
import { binary, call, cast, numberLiteral, word, type SqlExpression } from '../compile/sql-node'
import { clickhouseExpressions } from './expressions/clickhouse-expressions'

/**
 * The zone that a time without one is written in: there is no type for it, and no column has this name of UTC. Answers give
 * such a column back as a time without a zone.
 */
export const wallZone = 'Etc/GMT-0'

const valueTypes = { text: null, date: 'Date32', integer: 'Int64', double: 'Float64' } as const
const nullableDouble = 'Nullable(Float64)'

/**
 * ClickHouse from 24.3 on. Zones are written into the SQL: each column of points in time has its own, and who may only read
 * cannot set one for the session. Aggregates of nothing and joins without a match are null only where that is said.
 */
export function createClickhouseDialect(timeZone: string): BuilderDialect {
  const zone = word(timeZone)
  const dayOf = (of: SqlExpression, type: string) =>
    call('toDate32', type === 'date' ? of : call('toTimeZone', of, zone))
  /** Seconds of the clock on the wall, as if it were that of UTC. */
  const wallOf = (of: SqlExpression) =>
    call(
      'addSeconds',
      cast(of, `Nullable(DateTime64(0, '${wallZone}'))`),
      call('timeZoneOffset', call('toTimeZone', of, zone)),
    )
  const momentOf = (given: string, of: 'timestamp' | 'timestamptz') =>
    `parseDateTime64BestEffort(${given}, 6, ${quoteText(of === 'timestamp' ? wallZone : timeZone)})`
  return {
    syntax: clickhouseSyntax,
    quoteName: (name) => `"${name.replace(/[\\"]/g, '\\$&')}"`,
    quoteText,
    intervalText: (count, unit) => `INTERVAL ${count} ${unit}`,
    hasNullsLast: true,
    hasGroupingSets: true,
    qualifiesColumns: true,
    recountsSteps: true,
    listsOneType: true,
    readsOffsets: true,
    endsIn9999: true,
    singleType: /Float32/,
    today: call('toDate32', call('now', zone)),
    typeOfValue: (type, text) => {
      if (type === 'decimal') return wideDecimalOf(text)
      return type === 'timestamp' || type === 'timestamptz' ? null : valueTypes[type]
    },
    readValue: (type, given) => (type === 'timestamp' || type === 'timestamptz' ? momentOf(given, type) : null),
    literalOf: (type, text) => {
      if (type === 'text') return quoteText(text)
      if (type === 'date') return `toDate32(${quoteText(text)})`
      if (type === 'timestamp' || type === 'timestamptz') return momentOf(quoteText(text), type)
      // A fraction written as it is would be a double.
      return type === 'decimal' ? `CAST(${quoteText(text)} AS ${wideDecimalOf(text)})` : text
    },
    doubleType: nullableDouble,
    wideType: 'Nullable(Int128)',
    commonInteger: (of) => cast(of, 'Nullable(Int128)'),
    unionWords: 'UNION DISTINCT',
    asDecimal: (whole) => cast(call('toString', whole), 'Nullable(Decimal(38, 0))'),
    exact: (of, { type, databaseType }) =>
      type === 'text' && !/^(LowCardinality\()?(Nullable\()?String\)*$/.test(databaseType) ? call('toString', of) : of,
    inCodePointOrder: (of) => of,
    comparable: (of) => of,
    lower: (of) => call('lowerUTF8', of),
    textAt: (place, text, part) => {
      switch (place) {
        case 'anywhere':
          return binary(call('position', text, part), '>', numberLiteral(0))
        case 'start':
          return call('startsWith', text, part)
        case 'end':
          return call('endsWith', text, part)
      }
    },
    // Its own functions for the beginning of a week or month end in 1970.
    startOf: (grain, of, type, weekStart) => {
      const day = dayOf(of, type)
      const wall = wallOf(of)
      const second = call('toSecond', wall)
      switch (grain) {
        case 'minute':
          return call('subtractSeconds', wall, second)
        case 'hour':
          return call(
            'subtractSeconds',
            wall,
            binary(binary(call('toMinute', wall), '*', numberLiteral(60)), '+', second),
          )
        case 'day':
          return type === 'date' ? of : day
        case 'week': {
          const past = binary(call('toDayOfWeek', day), '+', numberLiteral(daysToMonday(weekStart) - 1))
          return binary(day, '-', binary(past, '%', numberLiteral(7)))
        }
        case 'month':
          return call('makeDate32', call('toYear', day), call('toMonth', day), numberLiteral(1))
        case 'quarter': {
          const past = binary(call('toQuarter', day), '-', numberLiteral(1))
          return call(
            'makeDate32',
            call('toYear', day),
            binary(binary(past, '*', numberLiteral(3)), '+', numberLiteral(1)),
            numberLiteral(1),
          )
        }
        case 'year':
          return call('makeDate32', call('toYear', day), numberLiteral(1), numberLiteral(1))
      }
    },
    shiftDate: shifted,
    dayStart: (date, type) => {
      if (type === 'date') return date
      return call('toDateTime64', date, numberLiteral(0), type === 'timestamp' ? word(wallZone) : zone)
    },
    percentile: (of, fraction) => call(`quantileExactInclusiveOrNull(${fraction})`, cast(of, nullableDouble)),
    aggregate: (fn, of, column) => {
      if (fn === 'average') return call('avgOrNull', of)
      return call(`${fn}OrNull`, fn === 'sum' ? summable(of, column) : of)
    },
    expressions: clickhouseExpressions,
    nullable: (of, { type }) => (type === 'json' ? of : call('toNullable', of)),
  }
}

/** So wide that no number of a column overflows where it is brought to the same scale. */
function wideDecimalOf(text: string): string {
  return `Decimal(76, ${decimalScaleOf(text)})`
}

/** Sums of 64-bit integers begin again from the lowest where they do not fit. */
function summable(of: SqlExpression, { type, databaseType }: TypedColumn): SqlExpression {
  return type === 'bigint' && !/Int(128|256)/.test(databaseType) ? call('toInt128', of) : of
}

/** A backslash takes the next character with it here. */
function quoteText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
