import { expect, test } from 'vitest'
import { weekDayNames } from './week-day-names'

test('the week is listed from Monday, in the reader’s language', () => {
  expect(weekDayNames('en')).toEqual(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])
  expect(weekDayNames('de')[0]).toBe('Montag')
})
