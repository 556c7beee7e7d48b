import { binary, call, cast, numberLiteral, value, word } from '../../compile/sql-node'
import type { ExpressionDialect } from './expression-dialect'

const formats = { year: '%Y', month: '%m', day: '%d', hour: '%H', minute: '%M' } as const

/** `split_part` and what begins with `regexp_` are Tidemark's own functions there. */
export const sqliteExpressions: ExpressionDialect = {
  wholeType: 'INTEGER',
  datePart: (part, day) => {
    if (part === 'week') {
      // That of its Thursday.
      const thursday = call('date', day, word('-3 days'), word('weekday 4'))
      const past = binary(cast(call('strftime', word('%j'), thursday), 'INTEGER'), '-', numberLiteral(1))
      return binary(binary(past, '/', numberLiteral(7)), '+', numberLiteral(1))
    }
    if (part !== 'weekday') return cast(call('strftime', word(formats[part]), day), 'INTEGER')
    // From 0 for Sunday.
    const past = binary(cast(call('strftime', word('%w'), day), 'INTEGER'), '+', numberLiteral(6))
    return binary(binary(past, '%', numberLiteral(7)), '+', numberLiteral(1))
  },
  clockPart: (part, wall) => cast(call('strftime', word(formats[part]), wall), 'INTEGER'),
  daysBetween: (from, to) =>
    cast(binary(call('julianday', call('date', to)), '-', call('julianday', call('date', from))), 'INTEGER'),
  upper: (text) => call('upper', text),
  trim: (text) => call('trim', text),
  length: (text) => call('length', text),
  substring: (text, from, length) => call('substr', text, numberLiteral(from), numberLiteral(length)),
  replace: (text, find, by) => call('replace', text, find, by),
  concat: (texts) => call('concat', ...texts),
  split: (text, separator, place) => call('split_part', text, separator, numberLiteral(place)),
  patternEnd: '$',
  matches: (text, pattern) => call('regexp_matches', text, pattern),
  extract: (text, pattern) => call('regexp_extract', text, pattern),
  replaceMatches: (text, pattern, by) => call('regexp_replace', text, pattern, value(by, 'text')),
}
