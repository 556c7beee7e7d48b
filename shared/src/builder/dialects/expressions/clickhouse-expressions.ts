import { call, cast, isNull, numberLiteral, value, word, type SqlExpression } from '../../compile/sql-node'
import { escapedReplacement, type ExpressionDialect } from './expression-dialect'

const wholeType = 'Nullable(Int128)'
const dateParts = {
  year: 'toYear',
  month: 'toMonth',
  day: 'toDayOfMonth',
  weekday: 'toDayOfWeek',
  week: 'toISOWeek',
} as const

export const clickhouseExpressions: ExpressionDialect = {
  // 64 bits begin again from the lowest number where they do not suffice.
  wholeType,
  booleanType: 'Nullable(Bool)',
  datePart: (part, day) => cast(call(dateParts[part], day), wholeType),
  clockPart: (part, wall) => cast(call(part === 'hour' ? 'toHour' : 'toMinute', wall), wholeType),
  daysBetween: (from, to) => cast(call('dateDiff', word('day'), from, to), wholeType),
  upper: (text) => call('upperUTF8', text),
  trim: (text) => call('trimBoth', text),
  length: (text) => cast(call('lengthUTF8', text), wholeType),
  substring: (text, from, length) => call('substringUTF8', text, numberLiteral(from), numberLiteral(length)),
  replace: (text, find, by) => call('replaceAll', text, find, by),
  concat: (texts) => call('concat', ...texts),
  split: (text, separator, place) => {
    // A list of parts is never null.
    const parts = call('splitByString', separator, call('assumeNotNull', text))
    const part = call('arrayElement', parts, numberLiteral(place))
    return { kind: 'case', when: { kind: 'not', of: isNull(text) } satisfies SqlExpression, result: part }
  },
  patternEnd: '\\z',
  matches: (text, pattern) => call('match', text, pattern),
  extract: (text, pattern) => call('extract', text, pattern),
  replaceMatches: (text, pattern, by) => {
    const replaced = (given: SqlExpression) => call('replaceRegexpAll', text, pattern, given)
    // It takes an escaped backslash before a digit for a group all the same.
    if (!/\\\d/.test(by)) return replaced(escapedReplacement(by))
    const mark = value('\u{F8FF}', 'text')
    return call('replaceAll', replaced(mark), mark, value(by, 'text'))
  },
}
