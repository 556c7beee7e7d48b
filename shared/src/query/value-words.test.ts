import { expect, test } from 'vitest'
import type { CellValue } from './field'
import { missingWord, valueText } from './value-words'

test.each<[CellValue, string | null, string]>([
  [null, '(empty)', '(empty)'],
  ['', '(empty text)', '(empty text)'],
  [' \t\u00a0', '(spaces)', '(spaces)'],
  ['(empty)', null, '“(empty)”'],
  ['(empty text)', null, '“(empty text)”'],
  ['(spaces)', null, '“(spaces)”'],
  ['(no bytes)', null, '“(no bytes)”'],
  ['null', null, 'null'],
  [' Rome', null, ' Rome'],
  [0, null, '0'],
  [false, null, 'false'],
])('%j has the word %j and reads %s', (value, word, text) => {
  expect(missingWord(value)).toBe(word)
  expect(valueText(value)).toBe(text)
})

test('a binary value without bytes is no text', () => {
  expect([valueText('', String, 'binary'), valueText('', String, 'text'), missingWord('', 'binary')]).toEqual([
    '(no bytes)',
    '(empty text)',
    '(no bytes)',
  ])
  expect([valueText(null, String, 'binary'), valueText('AA==', String, 'binary')]).toEqual(['(empty)', 'AA=='])
})

test('only what can be read is written by whoever knows how', () => {
  const write = (value: CellValue) => `${value} €`
  expect([null, '', 3].map((value) => valueText(value, write))).toEqual(['(empty)', '(empty text)', '3 €'])
})
