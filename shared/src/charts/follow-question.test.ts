import { describe, expect, test } from 'vitest'
import { emptyQuestion, type Question } from '../builder/question'
import { defaultVisual } from './chart-visual'
import { followQuestion } from './follow-question'

const column = (name: string, type: 'date' | 'number' | 'text') => ({ join: null, name, type, databaseType: type })
const group = (id: string, name: string, grain: 'week' | 'month' | null, label = '') => ({
  id,
  column: column(name, grain === null ? 'text' : 'date'),
  grain,
  label,
})
const measure = (id: string, fn: 'sum' | 'average', name: string, label = '') =>
  ({ id, fn, column: column(name, 'number'), percentile: 50, show: 'value', label }) as const
const asked = (parts: Partial<Question>): Question => ({ ...emptyQuestion, ...parts })

const before = asked({
  groups: [group('g1', 'day', 'week'), group('g2', 'region', null)],
  measures: [measure('m1', 'sum', 'price'), measure('m2', 'sum', 'cost')],
})
const visual = {
  ...defaultVisual,
  type: 'combo' as const,
  x: 'day by week',
  y: ['Sum of price', 'Sum of cost'],
  color: 'region',
  size: 'Sum of cost',
  panel: 'region',
  target: { kind: 'column' as const, column: 'Sum of cost' },
  secondAxis: ['Sum of cost'],
  lines: ['Sum of cost'],
}

describe('a drawing', () => {
  test.each([
    ['a grain', { groups: [group('g1', 'day', 'month'), group('g2', 'region', null)] }, { x: 'day by month' }],
    [
      'another column',
      { groups: [group('g1', 'day', 'week'), group('g2', 'town', null)] },
      { color: 'town', panel: 'town' },
    ],
    [
      'a function',
      { measures: [measure('m1', 'average', 'price'), measure('m2', 'sum', 'cost')] },
      { y: ['Average price', 'Sum of cost'] },
    ],
    [
      'a name of one’s own',
      { measures: [measure('m1', 'sum', 'price'), measure('m2', 'sum', 'cost', 'Cost')] },
      {
        y: ['Sum of price', 'Cost'],
        size: 'Cost',
        target: { kind: 'column', column: 'Cost' },
        secondAxis: ['Cost'],
        lines: ['Cost'],
      },
    ],
    ['the order of its groups', { groups: before.groups.toReversed() }, {}],
    ['a measure less', { measures: [measure('m1', 'sum', 'price')] }, { y: ['Sum of price'] }],
  ])('follows %s', (_, changes, expected) => {
    expect(followQuestion(visual, before, asked({ ...before, ...changes }))).toMatchObject(expected)
  })

  test('that two measures trade names still shows the same ones', () => {
    const after = asked({
      ...before,
      measures: [measure('m1', 'sum', 'price', 'Sum of cost'), measure('m2', 'sum', 'cost', 'Sum of price')],
    })
    expect(followQuestion(visual, before, after)).toMatchObject({
      y: ['Sum of cost', 'Sum of price'],
      lines: ['Sum of price'],
    })
  })

  test('keeps what the question never gave, and the only measure though it is gone', () => {
    const own = { ...visual, x: 'elsewhere', y: ['Sum of price'] }
    expect(followQuestion(own, before, asked({ ...before, measures: [] }))).toMatchObject({
      x: 'elsewhere',
      y: ['Sum of price'],
    })
  })
})
