import { expect, test } from 'vitest'
import { fixedWidthNote, haveGutter } from './fixed-width'
import { importBytes } from '@testkit/datasets/import-fixture'

const table = [
  'city         amount  day',
  'Bonn            7.5  Mon',
  'Bad Honnef  12345.0  Tue',
  'Ulm               8  Wed',
]

test.each([
  ['columns that are set apart by spaces', table, true],
  ['a row without the second column', [...table, 'Köln'], false],
  ['a name of one word', ['city', 'Bonn', 'Bad Honnef'], false],
  ['sentences with two spaces between them', ['One.  Two.', 'A longer one.  Two.', 'B.  C, again.  D.'], false],
  ['a first line that has two spaces by itself', ['the  note', 'Bonn is', 'Ulm was'], false],
  ['two lines, which may be so by chance', table.slice(0, 2), false],
  ['lines that are indented below a gap', ['name    of it', '        Bonn', '        Ulm'], false],
])('a gutter is found, or not, in %s', (_, lines, wanted) => {
  expect(haveGutter(lines)).toBe(wanted)
})

test('is noted where a file has no separators at all', async () => {
  const notesOf = async (lines: readonly string[]) => (await importBytes('csv', lines.join('\n'))).notes
  expect(await notesOf(table)).toEqual([fixedWidthNote])
  expect(await notesOf(table.map((line) => `${line},x`))).toEqual([])
  expect(await notesOf(['note', 'Bonn  is  nice', 'Ulm   is  nice'])).toEqual([])
})
