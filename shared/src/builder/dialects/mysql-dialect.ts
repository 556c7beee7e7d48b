import { daysToMonday, decimalTypeOf, type BuilderDialect } from './builder-dialect'
import { shifted } from './duckdb-dialect'
import { mysqlSyntax } from '../../query/sql-syntax'
import { binary, call, cast, numberLiteral, word, type SqlExpression } from '../compile/sql-node'
import { mysqlExpressions } from './expressions/mysql-expressions'

const valueTypes = {
  text: null,
  date: 'DATE',
  timestamp: 'DATETIME',
  timestamptz: 'DATETIME',
  integer: 'SIGNED',
  double: 'DOUBLE',
} as const

/** MySQL from 8.0.17 and MariaDB. Points in time are read in the session's zone, so they compare as wall clocks. */
export const mysqlBuilderDialect: BuilderDialect = {
  syntax: mysqlSyntax,
  quoteName: (name) => `\`${name.replaceAll('`', '``')}\``,
  quoteText,
  intervalText: (count, unit) => `INTERVAL ${count} ${unit}`,
  hasNullsLast: false,
  // MariaDB does; MySQL keeps them.
  recountsSteps: true,
  lacksFullJoin: true,
  endsIn9999: true,
  singleType: /^float/,
  typeOfValue: (type, text) => (type === 'decimal' ? decimalTypeOf(text) : valueTypes[type]),
  literalOf: (type, text) => {
    if (type === 'text') return quoteText(text)
    if (type === 'date') return `DATE ${quoteText(text)}`
    return type === 'timestamp' || type === 'timestamptz' ? `TIMESTAMP ${quoteText(text)}` : text
  },
  doubleType: 'DOUBLE',
  wideType: 'DECIMAL(40, 0)',
  asDecimal: (whole) => whole,
  // The usual collations take capitals and accents for the same; a column may also be of another character set.
  exact: (of, { type }) =>
    type === 'text'
      ? { kind: 'collate', of: { kind: 'convert', of, charset: 'utf8mb4' }, collation: 'utf8mb4_bin' }
      : of,
  inCodePointOrder: (of) => of,
  comparable: (of) => of,
  textAt: (place, text, part) => {
    switch (place) {
      case 'anywhere':
        return binary(call('LOCATE', part, text), '>', numberLiteral(0))
      case 'start':
        return binary(call('LEFT', text, call('CHAR_LENGTH', part)), '=', part)
      case 'end':
        return binary(call('RIGHT', text, call('CHAR_LENGTH', part)), '=', part)
    }
  },
  startOf: (grain, of, type, weekStart) => {
    const formatted = (format: string) => call('DATE_FORMAT', of, word(format))
    // Of a zero date the functions say the year, quarter or day 0, which others take for 2000 or one before the first.
    const year = call('MAKEDATE', unlessZero(call('YEAR', of)), numberLiteral(1))
    switch (grain) {
      case 'minute':
        return cast(formatted('%Y-%m-%d %H:%i:00'), 'DATETIME')
      case 'hour':
        return cast(formatted('%Y-%m-%d %H:00:00'), 'DATETIME')
      case 'day':
        return type === 'date' ? of : cast(of, 'DATE')
      case 'week': {
        const days = daysToMonday(weekStart)
        const weekday = call('WEEKDAY', of)
        const past = days === 0 ? weekday : binary(binary(weekday, '+', numberLiteral(days)), '%', numberLiteral(7))
        return call('SUBDATE', cast(of, 'DATE'), past)
      }
      case 'month':
        return call('SUBDATE', cast(of, 'DATE'), binary(unlessZero(call('DAYOFMONTH', of)), '-', numberLiteral(1)))
      case 'quarter': {
        const past = binary(binary(unlessZero(call('QUARTER', of)), '-', numberLiteral(1)), '*', numberLiteral(3))
        return cast({ kind: 'call', name: 'TIMESTAMPADD', args: [{ kind: 'unit', unit: 'MONTH' }, past, year] }, 'DATE')
      }
      case 'year':
        return year
    }
  },
  shiftDate: (date, count, unit) => cast(shifted(date, count, unit), 'DATE'),
  dayStart: (date, type) => (type === 'date' ? date : cast(date, 'DATETIME')),
  percentile: null,
  expressions: mysqlExpressions,
}

function unlessZero(of: SqlExpression): SqlExpression {
  return call('NULLIF', of, numberLiteral(0))
}

/** A backslash takes the next character with it here. */
function quoteText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
