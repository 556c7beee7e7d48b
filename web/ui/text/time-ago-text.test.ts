import { expect, test } from 'vitest'
import { timeAgo } from './time-ago-text'

const now = Date.UTC(2026, 0, 31, 12)

test.each([
  [0, 'now'],
  [59, 'now'],
  [60, '1 minute ago'],
  [3599, '59 minutes ago'],
  [3 * 3600, '3 hours ago'],
  [86_400, 'yesterday'],
  [45 * 86_400, 'last month'],
  [800 * 86_400, '2 years ago'],
])('%i seconds ago reads %s', (seconds, text) => {
  expect(timeAgo(now - seconds * 1000, now, 'en')).toBe(text)
})

test('a clock that is ahead does not make the future', () => {
  expect(timeAgo(now + 5000, now, 'en')).toBe('now')
})

test('the reader’s language is used', () => {
  expect(timeAgo(now - 3 * 3600 * 1000, now, 'de')).toBe('vor 3 Stunden')
})
