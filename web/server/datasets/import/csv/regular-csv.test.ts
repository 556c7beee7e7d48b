import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readRegularCsv } from './regular-csv'

const folder = mkdtempSync(join(tmpdir(), 'tidemark-regular-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (text: string, width = 2) => {
  const path = join(folder, 'file.csv')
  writeFileSync(path, text)
  return readRegularCsv(path, ',', width)
}
const two = { recordCount: 2, blankLineCount: 0, longestBytes: 3, isAligned: true }

test.each([
  ['line ends of one kind', 'a,b\n1,2\n', two],
  ['line ends of Windows', 'a,b\r\n1,2\r\n', two],
  ['a last line without an end', 'a,b\n1,2', two],
  ['the same of Windows', 'a,b\r\n1,2', two],
  ['a byte order mark', '\ufeffa,b\n1,2\n', two],
  ['a value that is empty', 'a,b\n1,', two],
  ['spaces in front of values and behind', 'a,b\n 1, 2 \n', { ...two, longestBytes: 6 }],
  ['separators, quotes and line ends in quotes', 'a,b\n"1,\n""x""",2\n', { ...two, longestBytes: 12 }],
  [
    'lines out of step with records',
    'a,b\n"1\n",2\n3,4\n',
    { ...two, recordCount: 3, longestBytes: 6, isAligned: false },
  ],
  ['empty lines', 'a,b\n\n1,2\n\n', { ...two, blankLineCount: 2, isAligned: false }],
  ['letters beyond ASCII', 'a,b\né,2\n', { ...two, longestBytes: 4 }],
])('a file with %s is read where it is', async (_, text, expected) => {
  expect(await read(text)).toEqual(expected)
})

test.each([
  ['records of another width', 'a,b\n1\n'],
  ['separators at the end that nothing follows', 'a,b\n1,2,\n'],
  ['records of separators alone', 'a,b\n,\n1,2\n'],
  ['lines of spaces', 'a,b\n  \n1,2\n'],
  ['an empty line at its beginning', '\na,b\n1,2\n'],
  ['line ends of two kinds', 'a,b\r\n1,2\n'],
  ['line ends that are returns alone', 'a,b\r1,2\r'],
  ['a return at its end', 'a,b\r\n1,2\r'],
  ['a quote that is open at its end', 'a,b\n"1,2'],
  ['spaces in front of quotes', 'a,b\n1, "2"\n'],
  ['spaces behind quotes', 'a,b\n"1" ,2\n'],
  ['text behind quotes', 'a,b\n"1"x,2\n'],
  ['quotes within a value without any around it', 'a,b\n5" pipe,2\n'],
  ['a quote that is never closed', 'a,b\n"1,2\n'],
])('a file with %s is rewritten', async (_, text) => {
  expect(await read(text)).toBeNull()
})

test('in one column an empty line is a value', async () => {
  expect(await read('a\n\n1\n', 1)).toEqual({ recordCount: 3, blankLineCount: 0, longestBytes: 1, isAligned: true })
})
