import { catalogue } from '@tidemark/shared/errors/catalogue'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { expect, test } from 'vitest'
import { errorSentence, positionAt, rangeAtPosition, shiftPosition } from './error-sentence'

test('an error says what, what to do and where', () => {
  const error = {
    code: 'query-unknown-name',
    message: 'The query names something that does not exist or that you have no access to.',
    detail: 'Column `orders.totl` does not exist',
    hint: 'Did you mean `orders.total`?',
    position: { line: 2, column: 21 },
  } as const
  expect(errorSentence(error)).toBe(
    'Column `orders.totl` does not exist. Did you mean `orders.total`? Line 2, column 21.',
  )
})

test('without detail the catalogue speaks, and a hint already in the detail is not said twice', () => {
  expect(errorSentence({ code: 'query-cancelled', message: 'The query was cancelled.' })).toBe(
    'The query was cancelled.',
  )
  expect(errorSentence({ code: 'query-failed', message: '', detail: 'No. Try again.', hint: 'Try again.' })).toBe(
    'No. Try again.',
  )
})

test.each([
  [
    { line: 1, column: 8 },
    { line: 3, column: 5 },
    { line: 3, column: 12 },
  ],
  [
    { line: 2, column: 8 },
    { line: 3, column: 5 },
    { line: 4, column: 8 },
  ],
])('a position %j in a selection that starts at %j is %j in the whole text', (position, offset, whole) => {
  expect(shiftPosition(position, offset)).toEqual(whole)
})

test('an index becomes a line and column from 1', () => {
  expect([0, 3, 4, 6].map((index) => positionAt('abc\ndef', index))).toEqual([
    { line: 1, column: 1 },
    { line: 1, column: 4 },
    { line: 2, column: 1 },
    { line: 2, column: 3 },
  ])
})

test.each([
  ['select totl from x', { line: 1, column: 8 }, 'totl'],
  ['select\n  o.totl\nfrom x', { line: 2, column: 3 }, 'o.totl'],
  ['select "a b"', { line: 1, column: 8 }, '"a b"'],
  ['select (', { line: 1, column: 9 }, '('],
  ['select', { line: 9, column: 40 }, 't'],
  ['', { line: 1, column: 1 }, ''],
])('in %j the marker at %j covers %j', (text, position, marked) => {
  const { from, to } = rangeAtPosition(text, position)
  expect(text.slice(from, to)).toBe(marked)
})

test.each([
  ['query-unknown-name', 'Referenced column "sorce" not found in FROM clause!', 'Column `sorce` does not exist.'],
  ['query-unknown-name', '"y" does not have a column named "sorce"', 'Column `y.sorce` does not exist.'],
  ['query-unknown-name', 'There is no table "iowa".', 'Table `iowa` does not exist.'],
  ['query-syntax', 'syntax error at or near "selec"', 'The SQL cannot be read from `selec` on.'],
  ['query-syntax', 'syntax error at end of input', 'The SQL ends before it is complete.'],
  ['query-type', 'Cannot compare "a b" with that!', 'Cannot compare `a b` with that.'],
  ['query-type', 'Use "f(x)" where "x" is not known', 'Use "f(x)" where `x` is not known.'],
  [
    'query-type',
    'column "region" must appear in the GROUP BY clause or must be part of an aggregate function.\nEither add it to the GROUP BY list, or use "ANY_VALUE(region)" if the exact value of "region" is not important.',
    'Column `region` has several values in a group. Add it to `group by`, or take one of them with `any_value(region)`.',
  ],
  [
    'query-refused',
    'There are 2 statements.',
    'Only a single SELECT statement over the data of this workspace can be run. There are 2 statements.',
  ],
] as const)('%s: %s', (code, detail, sentence) => {
  expect(
    errorSentence({
      code,
      message: 'Only a single SELECT statement over the data of this workspace can be run.',
      detail,
    }),
  ).toBe(sentence)
})

test.each([
  ['internal', 'The server answered HTTP 500.'],
  ['query-timed-out', 'It was stopped after 60 s.'],
  ['query-disk-full', 'Could not write file "…": No space left on device'],
  ['connection-port', 'connect ECONNREFUSED 127.0.0.1:5432'],
] as const)('%s says what happened before its detail', (code, detail) => {
  const sentence = errorSentence(new TidemarkError(code, { detail }).toBody())
  expect(sentence.startsWith(`${catalogue[code].message} ${detail.slice(0, 10)}`)).toBe(true)
})
