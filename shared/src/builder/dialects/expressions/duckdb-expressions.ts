import { call, numberLiteral, word } from '../../compile/sql-node'
import { escapedReplacement, type ExpressionDialect } from './expression-dialect'

const dateParts = { year: 'year', month: 'month', day: 'day', weekday: 'isodow', week: 'week' } as const

export const duckdbExpressions: ExpressionDialect = {
  wholeType: 'BIGINT',
  datePart: (part, day) => call(dateParts[part], day),
  clockPart: (part, wall) => call(part, wall),
  daysBetween: (from, to) => call('date_diff', word('day'), from, to),
  upper: (text) => call('upper', text),
  trim: (text) => call('trim', text),
  length: (text) => call('length', text),
  substring: (text, from, length) => call('substring', text, numberLiteral(from), numberLiteral(length)),
  replace: (text, find, by) => call('replace', text, find, by),
  concat: (texts) => call('concat', ...texts),
  split: (text, separator, place) => call('split_part', text, separator, numberLiteral(place)),
  patternEnd: '\\z',
  matches: (text, pattern) => call('regexp_matches', text, pattern),
  extract: (text, pattern) => call('regexp_extract', text, pattern),
  replaceMatches: (text, pattern, by) => call('regexp_replace', text, pattern, escapedReplacement(by), word('g')),
}
