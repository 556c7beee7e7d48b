import { expect, test } from 'vitest'
import { inboxParts } from './inbox-days'

const item = (id: string, at: Date, isUnread = false) => ({ comment: { id, createdAt: at.getTime() }, isUnread })

test('what is unread comes first, and the rest by days', () => {
  const now = new Date(2026, 2, 30, 0, 30)
  const parts = inboxParts(
    [
      item('now', now),
      item('new', new Date(2026, 2, 29, 23), true),
      // The clocks change between these two days in Europe.
      item('late', new Date(2026, 2, 29, 1)),
      item('older', new Date(2026, 2, 27, 12)),
      item('old', new Date(2025, 11, 31, 12), true),
      item('oldest', new Date(2025, 11, 30, 12)),
    ],
    now.getTime(),
    'en-GB',
  )
  expect(parts.map(({ title, items }) => [title, ...items.map(({ comment }) => comment.id)])).toEqual([
    ['Unread', 'new', 'old'],
    ['Today', 'now'],
    ['Yesterday', 'late'],
    ['Friday 27 March', 'older'],
    ['Tuesday, 30 December 2025', 'oldest'],
  ])
})
