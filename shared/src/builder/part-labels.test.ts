import { describe, expect, test } from 'vitest'
import { distinctLabels } from './part-labels'

describe('the columns of an answer', () => {
  test('are told apart, capitals or not', () => {
    expect(distinctLabels(['Count', 'count', 'COUNT 2'])).toEqual(['Count', 'count 2', 'COUNT 2 2'])
  })

  test('are no longer than every database keeps, and stay whole characters', () => {
    const [long, second] = distinctLabels(['😀'.repeat(40), '😀'.repeat(40)])
    expect(long).toBe('😀'.repeat(15))
    expect(second).toBe(`${'😀'.repeat(14)} 2`)
  })

  test('always have a name', () => {
    expect(distinctLabels([' ', ''])).toEqual(['Column', 'Column 2'])
  })
})
