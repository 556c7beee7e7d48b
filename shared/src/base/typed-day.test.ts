import { expect, test } from 'vitest'
import { dayWriting, typedDay, writtenDay } from './typed-day'

test.each([
  ['en-US', '11/28/2026', 'mm/dd/yyyy'],
  ['en-GB', '28/11/2026', 'dd/mm/yyyy'],
  ['de-DE', '28.11.2026', 'dd.mm.yyyy'],
  ['sv-SE', '2026-11-28', 'yyyy-mm-dd'],
  ['ar-EG', '28', 'dd'],
])('a day is written and read as in %s', (locale, written, example) => {
  expect(writtenDay('2026-11-28', locale)).toContain(written)
  expect(dayWriting(locale).example).toContain(example)
  expect(typedDay(writtenDay('2026-11-28', locale), locale)).toBe('2026-11-28')
})

test.each([
  ['en-GB', '3/4/2026', '2026-04-03'],
  ['en-US', '3/4/26', '2026-03-04'],
  ['en-GB', '2026-04-03', '2026-04-03'],
  ['de', '3. 4. 2026', '2026-04-03'],
  ['en-GB', '30/02/2026', null],
  ['en-GB', '13/2026', null],
  ['en-GB', 'tomorrow', null],
  ['en-GB', '1/1/20261', null],
])('in %s “%s” is %s', (locale, text, day) => {
  expect(typedDay(text, locale)).toBe(day)
})
