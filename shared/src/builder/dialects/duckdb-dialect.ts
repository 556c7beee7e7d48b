import { daysToMonday, decimalTypeOf, unitInterval, type BuilderDialect } from './builder-dialect'
import { duckdbSyntax } from '../../query/sql-syntax'
import { binary, call, cast, numberLiteral, word, type SqlExpression } from '../compile/sql-node'
import { duckdbExpressions } from './expressions/duckdb-expressions'

const valueTypes = {
  text: null,
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  timestamptz: 'TIMESTAMPTZ',
  integer: 'BIGINT',
  double: 'DOUBLE',
} as const

const textAt = { anywhere: 'contains', start: 'starts_with', end: 'ends_with' } as const

/** The embedded engine. */
export const duckdbDialect: BuilderDialect = {
  syntax: duckdbSyntax,
  quoteName: (name) => `"${name.replaceAll('"', '""')}"`,
  quoteText: quoteStandardText,
  intervalText: (count, unit) => `INTERVAL ${count} ${unit}`,
  hasNullsLast: true,
  hasGroupingSets: true,
  readsOffsets: true,
  singleType: /^float$/i,
  typeOfValue: (type, text) => (type === 'decimal' ? decimalTypeOf(text) : valueTypes[type]),
  literalOf: (type, text) => {
    if (type === 'date' || type === 'timestamp' || type === 'timestamptz')
      return `${type.toUpperCase()} ${quoteStandardText(text)}`
    // Without an exponent it would be a decimal, which a 32-bit float is compared with less exactly.
    if (type === 'double' && /\.\d{8,}$/.test(text)) return `${text}e0`
    return type === 'text' ? quoteStandardText(text) : text
  },
  doubleType: 'DOUBLE',
  wideType: 'HUGEINT',
  asDecimal: (whole) => cast(whole, 'DECIMAL(28, 0)'),
  // Texts compare with neither documents by name nor bytes.
  exact: (of, { type, databaseType }) => {
    if (/^map\(.*\)$/i.test(databaseType)) return cast(call('to_json', of), 'VARCHAR')
    if (/^blob$/i.test(databaseType)) return call('base64', of)
    return type === 'text' && !/^varchar/i.test(databaseType) ? cast(of, 'VARCHAR') : of
  },
  inCodePointOrder: (of) => of,
  comparable: (of) => of,
  textAt: (place, text, part) => call(textAt[place], text, part),
  startOf: (grain, of, type, weekStart) => {
    const day = cast(of, 'DATE')
    switch (grain) {
      case 'minute':
      case 'hour':
        return call('date_trunc', word(grain), cast(of, 'TIMESTAMP'))
      case 'day':
        return type === 'date' ? of : day
      case 'week':
        return startOfWeek(day, daysToMonday(weekStart), 'DATE')
      default:
        return cast(call('date_trunc', word(grain), type === 'date' ? of : day), 'DATE')
    }
  },
  shiftDate: (date, count, unit) => cast(shifted(date, count, unit), 'DATE'),
  // From a timestamp without a zone: DuckDB takes a date for midnight in UTC.
  dayStart: (date, type) => {
    if (type === 'date') return date
    const timestamp = cast(date, 'TIMESTAMP')
    return type === 'timestamptz' ? cast(timestamp, 'TIMESTAMPTZ') : timestamp
  },
  percentile: (of, fraction) =>
    fraction === 0.5
      ? call('median', cast(of, 'DOUBLE'))
      : call('quantile_cont', cast(of, 'DOUBLE'), numberLiteral(fraction)),
  expressions: duckdbExpressions,
}

/** A text with its quotes doubled, which is all that standard SQL asks for. */
export function quoteStandardText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** By way of Monday, which is where `date_trunc` lets weeks begin. */
export function startOfWeek(day: SqlExpression, days: number, dateType: string): SqlExpression {
  const monday = (of: SqlExpression) => cast(call('date_trunc', word('week'), of), dateType)
  return days === 0 ? monday(day) : binary(monday(binary(day, '+', numberLiteral(days))), '-', numberLiteral(days))
}

export function shifted(date: SqlExpression, count: number, unit: Parameters<typeof unitInterval>[1]): SqlExpression {
  return count === 0 ? date : binary(date, count < 0 ? '-' : '+', unitInterval(Math.abs(count), unit))
}
