import { binary, call, cast, numberLiteral, word } from '../../compile/sql-node'
import { escapedReplacement, type ExpressionDialect } from './expression-dialect'

const dateParts = { year: 'year', month: 'month', day: 'day', weekday: 'isodow', week: 'week' } as const

export const postgresExpressions: ExpressionDialect = {
  wholeType: 'bigint',
  datePart: (part, day) => cast(call('date_part', word(dateParts[part]), day), 'bigint'),
  clockPart: (part, wall) => cast(call('date_part', word(part), wall), 'bigint'),
  daysBetween: (from, to) => binary(cast(to, 'date'), '-', cast(from, 'date')),
  upper: (text) => call('upper', text),
  trim: (text) => call('btrim', text),
  length: (text) => call('length', text),
  substring: (text, from, length) => call('substr', text, numberLiteral(from), numberLiteral(length)),
  replace: (text, find, by) => call('replace', text, find, by),
  concat: (texts) => call('concat', ...texts),
  split: (text, separator, place) => call('split_part', text, separator, numberLiteral(place)),
  patternEnd: '\\Z',
  // The function of the operator `~`; `regexp_like` came with version 15.
  matches: (text, pattern) => call('textregexeq', text, pattern),
  extract: (text, pattern) => call('substring', text, pattern),
  replaceMatches: (text, pattern, by) => call('regexp_replace', text, pattern, escapedReplacement(by), word('g')),
}
