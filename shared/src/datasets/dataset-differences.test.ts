import { describe, expect, test } from 'vitest'
import { differencesBetween, differencesText } from './dataset-differences'

describe('the columns of a newer file', () => {
  const before = [
    { name: 'City', type: 'text' },
    { name: 'visits', type: 'integer' },
    { name: 'day', type: 'date' },
  ] as const

  test('do not differ for their order or letter case', () => {
    const after = [before[2], { name: 'city', type: 'text' }, before[1]] as const
    expect(differencesBetween(before, after)).toBeNull()
  })

  test('are told as added, removed or of another type', () => {
    const differences = differencesBetween(before, [
      before[0],
      { name: 'visits', type: 'text' },
      { name: 'spend', type: 'decimal' },
    ])
    expect(differences).toEqual({
      added: [{ name: 'spend', type: 'decimal' }],
      removed: [{ name: 'day', type: 'date' }],
      retyped: [{ name: 'visits', before: 'integer', after: 'text' }],
    })
    expect(differences === null ? '' : differencesText(differences)).toBe(
      'Removed: day. Of another type: visits (integer, now text). Added: spend.',
    )
  })
})
