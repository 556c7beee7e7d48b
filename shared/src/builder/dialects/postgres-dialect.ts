import { daysToMonday, type BuilderDialect } from './builder-dialect'
import { quoteStandardText, shifted, startOfWeek } from './duckdb-dialect'
import { postgresSyntax } from '../../query/sql-syntax'
import { binary, call, cast, numberLiteral, word } from '../compile/sql-node'
import { postgresExpressions } from './expressions/postgres-expressions'

const valueTypes = {
  text: 'text',
  date: 'date',
  timestamp: 'timestamp',
  timestamptz: 'timestamptz',
  integer: 'bigint',
  decimal: 'numeric',
  double: 'double precision',
} as const

export const postgresBuilderDialect: BuilderDialect = {
  syntax: postgresSyntax,
  quoteName: (name) => `"${name.replaceAll('"', '""')}"`,
  quoteText: quoteStandardText,
  intervalText: (count, unit) => `INTERVAL '${count}' ${unit}`,
  hasNullsLast: true,
  hasGroupingSets: true,
  readsOffsets: true,
  singleType: /^real$/,
  typeOfValue: (type) => valueTypes[type],
  literalOf: (type, text) => {
    if (type === 'date' || type === 'timestamp' || type === 'timestamptz')
      return `${type.toUpperCase()} ${quoteStandardText(text)}`
    return type === 'text' ? quoteStandardText(text) : text
  },
  doubleType: 'double precision',
  wideType: 'numeric',
  asDecimal: (whole) => whole,
  // Types of a database's own (enums, uuid) come as text; compared as what they are, they refuse other texts. A character(n) comes
  // with the blanks that it is filled up with, and compares without.
  // A time of the day compares with no text, nor do documents and arrays; money compares with no number.
  exact: (of, { type, databaseType }) => {
    if (type === 'decimal' && databaseType === 'money') return cast(of, 'numeric')
    if (type === 'json') return cast(databaseType.endsWith('[]') ? call('array_to_json', of) : of, 'text')
    const isText = type === 'text' && /^(text|character varying|varchar)/.test(databaseType)
    return type === 'time' || (type === 'text' && !isText) ? cast(of, 'text') : of
  },
  inCodePointOrder: (of) => ({ kind: 'collate', of, collation: '"C"' }),
  comparable: (of) => of,
  textAt: (place, text, part) => {
    switch (place) {
      case 'anywhere':
        return binary(call('strpos', text, part), '>', numberLiteral(0))
      case 'start':
        return call('starts_with', text, part)
      case 'end':
        return binary(call('right', text, call('length', part)), '=', part)
    }
  },
  startOf: (grain, of, type, weekStart) => {
    const day = cast(of, 'date')
    switch (grain) {
      case 'minute':
      case 'hour':
        return call('date_trunc', word(grain), cast(of, 'timestamp'))
      case 'day':
        return type === 'date' ? of : day
      case 'week':
        return startOfWeek(day, daysToMonday(weekStart), 'date')
      default:
        return cast(call('date_trunc', word(grain), of), 'date')
    }
  },
  shiftDate: (date, count, unit) => cast(shifted(date, count, unit), 'date'),
  dayStart: (date, type) => (type === 'date' ? date : cast(date, type)),
  percentile: (of, fraction) => ({
    kind: 'within-group',
    of: call('percentile_cont', numberLiteral(fraction)),
    order: cast(of, 'double precision'),
  }),
  expressions: postgresExpressions,
}
