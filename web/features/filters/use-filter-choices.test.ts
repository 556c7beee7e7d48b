import { expect, test } from 'vitest'
import { choicesOf } from './use-filter-choices'

test('a filter whose tab or tiles are gone says that no chart is left for it, not that none has its column', () => {
  expect(choicesOf([])).toEqual({
    kind: 'failed',
    message: 'There is no chart that this filter is for.',
    isAway: false,
  })
})
