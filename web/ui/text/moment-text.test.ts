import { expect, test } from 'vitest'
import { momentText } from './moment-text'

test('a moment is told by day and time, and by year where that is not now’s', () => {
  const at = new Date(2026, 2, 12, 14, 2).getTime()
  expect(momentText(at, new Date(2026, 11, 1).getTime(), 'en-GB')).toBe('12 March, 14:02')
  expect(momentText(at, new Date(2027, 0, 1).getTime(), 'en-GB')).toBe('12 March 2026, 14:02')
  expect(momentText(at, new Date(2026, 11, 1).getTime(), 'de')).toBe('12. März, 14:02')
})
