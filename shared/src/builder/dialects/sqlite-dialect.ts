import { isNumericType } from '../../query/field'
import { unitInterval, type BuilderDialect } from './builder-dialect'
import { quoteStandardText } from './duckdb-dialect'
import { sqliteSyntax } from '../../query/sql-syntax'
import { binary, call, cast, numberLiteral, word, type SqlExpression } from '../compile/sql-node'
import { sqliteExpressions } from './expressions/sqlite-expressions'

const valueTypes = {
  text: null,
  date: null,
  timestamp: null,
  timestamptz: null,
  integer: 'INTEGER',
  decimal: 'NUMERIC',
  double: 'REAL',
} as const

/** How a text of a day or a point in time begins. */
const dayPattern = '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*'

/**
 * SQLite has no dates: they are texts, `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS`, and compare as texts. `zoned_time`
 * and `moment_text` are Tidemark's own functions there: a point in time as the clock on the wall of the run's zone, in seconds and in full.
 * Any column may hold texts, which SQLite takes for larger than all numbers, and for 0 where it adds up.
 */
export const sqliteBuilderDialect: BuilderDialect = {
  syntax: sqliteSyntax,
  quoteName: (name) => `"${name.replaceAll('"', '""')}"`,
  quoteText: quoteStandardText,
  intervalText: (count, unit) => quoteStandardText(`${count} ${unit}`),
  hasNullsLast: true,
  endsIn9999: true,
  typeOfValue: (type) => valueTypes[type],
  literalOf: (type, text) =>
    type === 'integer' || type === 'decimal' || type === 'double' ? text : quoteStandardText(text),
  doubleType: 'REAL',
  wideType: 'INTEGER',
  asDecimal: (whole) => whole,
  decimalsAreDoubles: true,
  // A column may be declared with a collation that takes capitals for the same.
  exact: (of, { type }) => (type === 'text' ? { kind: 'collate', of, collation: 'BINARY' } : of),
  inCodePointOrder: (of) => of,
  comparable: (of, type) => (type === 'date' ? of : onTheWall(of, type)),
  fits: (of, type) => {
    if (type === 'date') return call('glob', word(dayPattern), of)
    if (!isNumericType(type)) return null
    return { kind: 'in', of: call('typeof', of), values: [word('integer'), word('real')], isNegated: false }
  },
  moment: (of) => call('moment_text', of),
  textAt: (place, text, part) => {
    switch (place) {
      case 'anywhere':
        return binary(call('instr', text, part), '>', numberLiteral(0))
      case 'start':
        return binary(call('substr', text, numberLiteral(1), call('length', part)), '=', part)
      case 'end': {
        const from = binary(binary(call('length', text), '-', call('length', part)), '+', numberLiteral(1))
        return binary(call('substr', text, from), '=', part)
      }
    }
  },
  startOf: (grain, of, type, weekStart) => {
    const wall = onTheWall(of, type)
    switch (grain) {
      case 'minute':
        return call('strftime', word('%Y-%m-%d %H:%M:00'), wall)
      case 'hour':
        return call('strftime', word('%Y-%m-%d %H:00:00'), wall)
      case 'day':
        return type === 'date' ? of : call('date', wall)
      case 'week':
        // The next such weekday from six days before on.
        return call('date', wall, word('-6 days'), word(`weekday ${weekStart % 7}`))
      case 'month':
        return call('date', wall, word('start of month'))
      case 'quarter': {
        const month = cast(call('strftime', word('%m'), wall), 'INTEGER')
        const past = binary(binary(month, '-', numberLiteral(1)), '%', numberLiteral(3))
        return call('date', wall, word('start of month'), call('printf', word('-%d months'), past))
      }
      case 'year':
        return call('date', wall, word('start of year'))
    }
  },
  shiftDate: (date, count, unit) => {
    if (count === 0) return date
    const interval = unitInterval(count, unit)
    const sign = count < 0 ? '' : '+'
    const moved = word(`${sign}${interval.count} ${interval.unit.toLowerCase()}s`)
    // 31 March a month later is 30 April.
    return interval.unit === 'DAY' ? call('date', date, moved) : call('date', date, moved, word('floor'))
  },
  dayStart: (date, type) => (type === 'date' ? date : call('datetime', date)),
  percentile: null,
  expressions: sqliteExpressions,
}

/** A point in time as text without a zone; `datetime` takes a `T` and a blank between date and time for the same. */
function onTheWall(of: SqlExpression, type: string): SqlExpression {
  if (type === 'timestamptz') return call('zoned_time', of)
  return type === 'timestamp' ? call('datetime', of) : of
}
