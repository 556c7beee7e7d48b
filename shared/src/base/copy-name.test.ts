import { expect, test } from 'vitest'
import { copyName } from './copy-name'

test.each([
  ['Sales', [], 'Sales copy'],
  ['Sales', ['Sales', 'Sales copy'], 'Sales copy 2'],
  ['Sales', ['Sales copy', 'Sales copy 2', 'Sales copy 4'], 'Sales copy 3'],
  ['Sales copy', ['Sales copy'], 'Sales copy 2'],
  ['Sales copy 9', ['Sales copy 9'], 'Sales copy 10'],
  ['copy', [], 'copy copy'],
  ['Photocopy', [], 'Photocopy copy'],
  ['Sales of copy paper', [], 'Sales of copy paper copy'],
  ['Copy 2026', [], 'Copy 2026 copy'],
  ['A name\nof two lines', [], 'A name\nof two lines copy'],
])('a copy of %j beside %j is called %j', (name, taken, called) => {
  expect(copyName(name, taken, 120)).toBe(called)
})

test('a long name is cut before the ending, and not within a character', () => {
  expect(copyName('a'.repeat(20), [], 20)).toBe(`${'a'.repeat(15)} copy`)
  expect(copyName('a'.repeat(20), [`${'a'.repeat(15)} copy`], 20)).toBe(`${'a'.repeat(13)} copy 2`)
  expect(copyName(`${'a'.repeat(14)}😀 and more`, [], 20)).toBe(`${'a'.repeat(14)} copy`)
  expect(copyName('Harbours of the north', [], 13)).toBe('Harbours copy')
})
