import { expect, it } from 'vitest'
import { ordinalRank } from './category-order'

it.each([
  [['Friday', 'Monday', 'Sunday'], 1, ['Monday', 'Friday', 'Sunday']],
  [['Friday', 'Monday', 'Sunday'], 7, ['Sunday', 'Monday', 'Friday']],
  [['Sep', 'Jan', 'Mar'], 1, ['Jan', 'Mar', 'Sep']],
  [['65+', '18-24', '25-34', '<18'], 1, ['<18', '18-24', '25-34', '65+']],
  [['Large', 'Small', 'Medium'], 1, ['Small', 'Medium', 'Large']],
  [['10', '9', '2'], 1, ['2', '9', '10']],
])('%j has an order of its own (weeks from day %d)', (categories, weekStart, sorted) => {
  const rank = ordinalRank(categories, weekStart)
  expect(categories.toSorted((a, b) => (rank?.(a) ?? 0) - (rank?.(b) ?? 0))).toEqual(sorted)
})

it.each([[['Partner', 'Direct']], [['May', 'Ann', 'Bob']], [['3 Musketeers', '7 Samurai']], [['only']]])(
  '%j has none',
  (categories) => {
    expect(ordinalRank(categories, 1)).toBeNull()
  },
)
