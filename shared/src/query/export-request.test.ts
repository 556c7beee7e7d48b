import { expect, test } from 'vitest'
import { exportFileName } from './export-request'

test.each([
  ['Sales', 'Sales.csv'],
  ['a/b: "c"\n', 'a b c.csv'],
  ['...', 'export.csv'],
  ['half \ud83d of one', 'half of one.csv'],
  [`${'x'.repeat(99)}😀😀`, `${'x'.repeat(99)}.csv`],
  [`${'x'.repeat(98)}😀😀`, `${'x'.repeat(98)}😀.csv`],
])('the export of %j is the file %j', (name, fileName) => {
  expect(exportFileName(name, 'csv')).toBe(fileName)
})

test('an image is named like the other files of its chart', () => {
  expect(exportFileName('a/b', 'png')).toBe('a b.png')
})
