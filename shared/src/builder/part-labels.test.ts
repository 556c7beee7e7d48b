import { describe, expect, test } from 'vitest'
import { questionColumn } from '@testkit/entries/question-parts-fixture'
import { distinctLabels, groupLabel } from './part-labels'

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

test.each([
  ['at', 'weekday', 'at by weekday'],
  ['at by month', 'month', 'at by month'],
  ['at by month', 'quarter-of-year', 'at by quarter of year'],
  ['at by month of year', 'year', 'at by year'],
  ['won by', 'day', 'won by by day'],
  ['at by month', null, 'at by month'],
] as const)('a group of “%s” by %s is called “%s”', (name, grain, label) => {
  expect(groupLabel({ column: { ...questionColumn(name), type: 'date' }, grain, label: '' })).toBe(label)
})
