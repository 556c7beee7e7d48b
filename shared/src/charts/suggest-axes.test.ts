import { describe, expect, test } from 'vitest'
import { defaultVisual } from './chart-visual'
import { resultOf } from './plot/gallery/gallery-data'
import { suggestAxes, withMeasure } from './suggest-axes'

const data = resultOf(
  { day: 'date', revenue: 'decimal', cost: 'decimal', share: 'number', n: 'bigint', none: 'number', loss: 'decimal' },
  [
    ['2026-01-01', '1000', '150', 0.2, '100', null, '-20000'],
    ['2026-01-02', null, '90', 0.4, '7', null, '900'],
  ],
)
const combo = (y: string[], parts = {}) => ({ ...defaultVisual, type: 'combo' as const, x: 'day', y, ...parts })

describe('a combo', () => {
  test.each<[string, string[], object]>([
    ['has one axis for measures of one scale', ['revenue', 'cost'], {}],
    ['has one axis up to ten times', ['revenue', 'n'], {}],
    [
      'has a second one for a share beside a sum',
      ['revenue', 'cost', 'share'],
      { secondAxis: ['share'], lines: ['share'] },
    ],
    ['has a second one for what is larger, too', ['share', 'n'], { secondAxis: ['n'], lines: ['n'] }],
    ['counts what is below zero', ['revenue', 'loss'], { secondAxis: ['loss'], lines: ['loss'] }],
    ['has one where a measure has no values', ['revenue', 'none', 'gone'], {}],
    ['of nothing has one', [], {}],
  ])('%s', (_, y, expected) => {
    expect(suggestAxes(combo(y), data)).toEqual(expected)
  })

  test('keeps the lines that somebody chose', () => {
    expect(suggestAxes(combo(['revenue', 'cost', 'share'], { lines: ['cost'] }), data)).toEqual({
      secondAxis: ['share'],
    })
  })

  test('shows a measure that is added on the axis it can be seen on, and leaves the others', () => {
    const decided = combo(['revenue', 'share'], { lines: ['share'] })
    expect(withMeasure(decided, 'cost', data)).toEqual({ y: ['revenue', 'share', 'cost'] })
    expect(withMeasure(combo(['revenue', 'cost']), 'share', data)).toEqual({
      y: ['revenue', 'cost', 'share'],
      secondAxis: ['share'],
      lines: ['cost', 'share'],
    })
    expect(withMeasure(combo(['revenue'], { secondAxis: ['revenue'] }), 'share', data)).toEqual({
      y: ['revenue', 'share'],
    })
    expect(withMeasure({ ...combo(['revenue']), type: 'bar' }, 'share', data)).toEqual({ y: ['revenue', 'share'] })
  })
})
