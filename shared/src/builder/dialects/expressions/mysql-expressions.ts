import { binary, call, numberLiteral, value, type SqlExpression } from '../../compile/sql-node'
import type { ExpressionDialect } from './expression-dialect'

/** The functions that MySQL and MariaDB both have. */
export const mysqlExpressions: ExpressionDialect = {
  wholeType: 'SIGNED',
  datePart: (part, day) => {
    switch (part) {
      case 'year':
        return call('YEAR', day)
      case 'month':
        return call('MONTH', day)
      case 'day':
        return call('DAYOFMONTH', day)
      case 'weekday':
        return binary(call('WEEKDAY', day), '+', numberLiteral(1))
      case 'week':
        return call('WEEKOFYEAR', day)
    }
  },
  clockPart: (part, wall) => call(part === 'hour' ? 'HOUR' : 'MINUTE', wall),
  daysBetween: (from, to) => call('DATEDIFF', to, from),
  upper: (text) => call('UPPER', text),
  trim: (text) => call('TRIM', text),
  length: (text) => call('CHAR_LENGTH', text),
  substring: (text, from, length) => call('SUBSTRING', text, numberLiteral(from), numberLiteral(length)),
  replace: (text, find, by) => call('REPLACE', text, find, by),
  concat: (texts) => call('CONCAT', ...texts),
  split: (text, separator, place) => {
    const lengthOf = (of: SqlExpression) => call('CHAR_LENGTH', of)
    const removed = binary(lengthOf(text), '-', lengthOf(call('REPLACE', text, separator, emptyText)))
    const separators = binary(removed, '/', lengthOf(separator))
    const upTo = call('SUBSTRING_INDEX', text, separator, numberLiteral(place))
    return {
      kind: 'case',
      when: binary(separators, '>=', numberLiteral(place - 1)),
      result: call('SUBSTRING_INDEX', upTo, separator, numberLiteral(-1)),
    }
  },
  patternEnd: '\\z',
  // REGEXP_LIKE is MySQL's alone.
  matches: (text, pattern) => binary(call('REGEXP_INSTR', text, pattern), '>', numberLiteral(0)),
  extract: (text, pattern) => call('REGEXP_SUBSTR', text, pattern),
  // A dollar means something in MySQL; a backslash before it does no harm in MariaDB.
  replaceMatches: (text, pattern, by) =>
    call('REGEXP_REPLACE', text, pattern, value(by.replace(/[\\$]/g, '\\$&'), 'text')),
}

const emptyText: SqlExpression = { kind: 'word', text: '' }
