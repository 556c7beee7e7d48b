import { expect, test } from 'vitest'
import { boundedValues, newValues, pastedValues } from './pasted-values'

test.each([
  ['lines', 'Rome\nOslo\r\nBern\n', ['Rome', 'Oslo', 'Bern']],
  ['cells of a row', 'Rome\tOslo', ['Rome', 'Oslo']],
  ['a line with commas', 'Rome, Oslo,Bern', ['Rome', 'Oslo', 'Bern']],
  ['a line with semicolons, which commas are part of', 'Washington, D.C.; Oslo;', ['Washington, D.C.', 'Oslo']],
  ['lines, cells and semicolons together', 'Rome;Oslo\nBern\tParis', ['Rome', 'Oslo', 'Bern', 'Paris']],
  ['semicolons inside quotes', '"a;b";c', ['a;b', 'c']],
  ['commas inside quotes', '"Washington, D.C.",Oslo', ['Washington, D.C.', 'Oslo']],
  ['lines with commas, which are part of values', 'Washington, D.C.\nOslo', ['Washington, D.C.', 'Oslo']],
  ['a list of SQL', "'Rome',\n'O''Brien',\n", ['Rome', "O'Brien"]],
  ['the same twice', 'Rome\nRome\nOslo', ['Rome', 'Oslo']],
  ['digits as they are', '007\n9007199254740993\n1.50', ['007', '9007199254740993', '1.50']],
  ['blank lines and spaces', '\n  Rome \n\n Oslo\n', ['Rome', 'Oslo']],
  ['one value is none', 'Rome\n', []],
  ['one quoted value is none', '"Washington, D.C."', []],
  ['nothing is none', ' \n\t', []],
])('%s', (_, text, values) => {
  expect(pastedValues(text)).toEqual(values)
})

test('semicolons separate nothing where values have some', () => {
  expect(pastedValues('a;b\nc', true)).toEqual(['a;b', 'c'])
  expect(pastedValues('a;b', true)).toEqual([])
})

test.each([
  ['as many as a filter takes', ['a', 'b', 'c'], { most: 2 }, ['a', 'b'], 1],
  ['as much as an address holds, as it is written there', ['a', 'é', 'c'], { maxCharacters: 12 }, ['a'], 2],
  ['none that is longer than a value', ['a', 'bbbb', 'c'], { maxLength: 3 }, ['a'], 2],
  ['all of a short list', ['a', 'b'], {}, ['a', 'b'], 0],
])('%s', (_, values, bounds, taken, leftOutCount) => {
  const all = { most: 500, maxLength: 200, maxCharacters: 6000, ...bounds }
  expect(boundedValues(values, all)).toEqual({ taken, leftOutCount })
})

test('lines beyond what is taken are counted', () => {
  const lines = ['Rome', ...Array.from({ length: 602 }, (_, at) => `v${at}`), 'v1', '', 'x'.repeat(9)]
  const { taken, leftOutCount } = newValues(lines, ['Rome', null], { most: 500, maxLength: 8 })
  expect([taken.length, taken[0], taken.at(-1), leftOutCount]).toEqual([498, 'v0', 'v497', 105])
  expect(newValues(['a', 'b'], [], { most: 500, maxLength: 8 })).toEqual({ taken: ['a', 'b'], leftOutCount: 0 })
})
