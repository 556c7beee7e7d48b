import { expect, test } from 'vitest'
import { createTextBudget } from './text-budget'

test('a person is refused once a minute’s text is used up, others are not, and it refills', () => {
  let now = 0
  const budget = createTextBudget(1000, () => now)
  const spends = (userId: string, bytes: number) => {
    try {
      budget.spend(userId, bytes)
      return 'taken'
    } catch (thrown) {
      return thrown instanceof Error && 'detail' in thrown ? thrown.detail : thrown
    }
  }
  const refused = 'Your requests had more text within a minute: the limit is 1000 bytes.'
  expect([spends('a', 900), spends('a', 200), spends('a', 1), spends('b', 1)]).toEqual([
    'taken',
    'taken',
    refused,
    'taken',
  ])
  now = 12_000
  expect([spends('a', 1), spends('a', 1)]).toEqual(['taken', 'taken'])
})
