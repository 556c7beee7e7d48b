import { expect, test } from 'vitest'
import { listTimeZones, weekDayNames } from './time-choices'

test('the week is listed from Monday, in the reader’s language', () => {
  expect(weekDayNames('en')).toEqual(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])
  expect(weekDayNames('de')[0]).toBe('Montag')
})

test('the chosen zone is offered even when this runtime does not list it', () => {
  expect(listTimeZones('Etc/GMT+5')).toContain('Etc/GMT+5')
  expect(listTimeZones('Europe/Berlin')).toContain('UTC')
  expect(listTimeZones('Europe/Berlin').filter((zone) => zone === 'Europe/Berlin')).toHaveLength(1)
})
