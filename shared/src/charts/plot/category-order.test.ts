import { expect, it } from 'vitest'
import { ordinalRank } from './category-order'

it.each([
  [['Friday', 'Monday', 'Sunday'], 1, ['Monday', 'Friday', 'Sunday']],
  [['Friday', 'Monday', 'Sunday'], 7, ['Sunday', 'Monday', 'Friday']],
  [['Sep', 'Jan', 'Mar'], 1, ['Jan', 'Mar', 'Sep']],
  [['65+', '18-24', '25-34', '<18'], 1, ['<18', '18-24', '25-34', '65+']],
  [['Large', 'Small', 'Medium'], 1, ['Small', 'Medium', 'Large']],
  [['10', '9', '2'], 1, ['2', '9', '10']],
  [['2024-04', '2024-01', '2023-12'], 1, ['2023-12', '2024-01', '2024-04']],
  [['2024-01-10', '2024-01-09'], 1, ['2024-01-09', '2024-01-10']],
  [['01/2024', '12/2023'], 1, ['12/2023', '01/2024']],
  [['2024-W10', '2024-W09'], 1, ['2024-W09', '2024-W10']],
  [['Q1 2024', 'Q4 2023', 'Q2 2024'], 1, ['Q4 2023', 'Q1 2024', 'Q2 2024']],
  [['Feb 2024', 'Dec 2023', 'Jan 2024'], 1, ['Dec 2023', 'Jan 2024', 'Feb 2024']],
  [['10:00', '9:30'], 1, ['9:30', '10:00']],
  [['1:00 pm', '11:00 am', '12:00 pm'], 1, ['11:00 am', '12:00 pm', '1:00 pm']],
  [['Week 10', 'Week 9'], 1, ['Week 9', 'Week 10']],
])('%j has an order of its own (weeks from day %d)', (categories, weekStart, sorted) => {
  const rank = ordinalRank(categories, weekStart)
  expect(categories.toSorted((a, b) => (rank?.(a) ?? 0) - (rank?.(b) ?? 0))).toEqual(sorted)
})

it.each([
  [['Partner', 'Direct']],
  [['May', 'Ann', 'Bob']],
  [['3 Musketeers', '7 Samurai']],
  [['Gate 10', 'Gate 9']],
  [['only']],
])('%j has none', (categories) => {
  expect(ordinalRank(categories, 1)).toBeNull()
})
