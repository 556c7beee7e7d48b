import { describe, expect, it } from 'vitest'
import type { CellValue, FieldType } from '../../../query/field'
import type { ChartVisual } from '../../chart-visual'
import { plotInputOf, resultOf, visualOf } from '../../plot/gallery/gallery-data'
import type { PlotInput } from '../../plot/read-columns'
import { gaugePlot, progressPlot } from './gauge-plot'

const fields: Readonly<Record<string, FieldType>> = { sales: 'number', target: 'number', place: 'text' }

function drawn(
  row: readonly CellValue[],
  visual: Partial<ChartVisual> = {},
  size: Partial<PlotInput> = {},
  plotOne = progressPlot,
) {
  const plot = plotOne(
    plotInputOf({
      visual: visualOf('progress', { y: ['sales'], target: { kind: 'column', column: 'target' }, ...visual }),
      data: resultOf(fields, [row]),
      widthPx: 302,
      heightPx: 140,
      ...size,
    }),
  )
  if (plot.kind !== 'shapes') return { reason: plot.reason, notes: [], texts: [], said: [], spans: {}, summary: '' }
  return {
    reason: '',
    notes: plot.notes,
    summary: plot.summary,
    texts: plot.labels.map(({ text }) => text),
    said: plot.marks.map(({ label, values, note }) =>
      [label, ...values.map(({ label: name, text, share = '' }) => `${name} ${text} ${share}`.trim()), note].filter(
        Boolean,
      ),
    ),
    spans: Object.fromEntries(
      plot.shapes.map(({ part, form }) => [part, form.kind === 'rect' ? [form.x, form.x + form.width] : form]),
    ),
  }
}

describe('a bar of 300 px', () => {
  it.each([
    ['part of the goal', [250, 1000], [1, 76], [300, 302], '25% of 1,000', '750 to go'],
    ['the goal', [1000, 1000], [1, 301], [300, 302], '100% of 1,000', 'Exactly the goal'],
    ['more than the goal', [1500, 1000], [1, 301], [200, 202], '150% of 1,000', '500 above the goal'],
    ['less than nothing', [-500, 1000], [1, 101], [300, 302], '−50% of 1,000', '1,500 to go'],
    ['nothing', [0, 1000], [1, 2], [300, 302], '0% of 1,000', '1,000 to go'],
    ['a goal below zero', [-250, -1000], [226, 301], [0, 2], 'Goal −1,000', '750 above the goal'],
    ['less than a goal below zero', [-20, -10], [1, 301], [150, 152], 'Goal −10', '10 to go'],
    ['tiny numbers', [2.5e-13, 1e-12], [1, 76], [300, 302], '25% of 1 × 10⁻¹²', '7.5 × 10⁻¹³ to go'],
  ])('shows %s', (_, row, value, goal, share, distance) => {
    const { spans, texts } = drawn(row)
    expect(spans['value']).toEqual(value)
    expect(spans['goal']).toEqual(goal)
    expect(texts.map((text) => text.replaceAll('\u00a0', ' '))).toEqual(expect.arrayContaining([share, distance]))
  })

  it.each([
    ['no goal chosen', [5, 10], { target: null }, ['There is no goal: choose a number or a column as “Goal”.']],
    ['no goal in the row', [5, null], {}, ['target holds no number in the first row, so there is no goal.']],
    ['an endless goal', [5, 'Infinity'], {}, ['target holds no number in the first row, so there is no goal.']],
    ['a goal of zero', [5, 0], {}, ['The goal is zero, so nothing is a share of it.']],
  ])('%s is said, and the number is drawn all the same', (_, row, visual, notes) => {
    const { notes: found, spans, texts } = drawn(row, visual)
    expect(found).toEqual(notes)
    expect(spans['value']).toBeDefined()
    expect(texts.join(' ')).not.toContain('%')
  })
})

it('a number that should stay low says how far it is from its limit', () => {
  expect(drawn([30, 40], { goodDirection: 'down' }).texts).toContain('10 below the limit')
  expect(drawn([53, 40], { goodDirection: 'down' }).texts).toContain('13 above the limit')
})

it('the distance of two percentages is in points', () => {
  const format = { style: 'percent', decimals: null, currency: null, unit: '' } as const
  expect(drawn([0.936, 0.9], { format }).texts).toContain('3.6 pp above the goal')
})

it('ranges in percent of the goal judge the number, in any order, and say so in words', () => {
  const ranges = [
    { from: 90, tone: 'good', label: 'On course' },
    { from: 0, tone: 'poor', label: '' },
    { from: 60, tone: 'fair', label: '' },
  ] as const
  const { said, summary, spans } = drawn([700, 1000], { ranges: [...ranges], rangeUnit: 'percent' })
  expect(said).toEqual([
    ['sales, Fair', 'sales 700 70%', '300 to go'],
    ['Goal 1,000'],
    ['Poor', 'From 0', 'To 600'],
    ['Fair', 'From 600', 'To 900'],
    ['On course', 'From 900'],
  ])
  expect(summary).toBe('Progress of sales: 700, 70% of 1,000. Fair. 300 to go.')
  expect(spans['range-good']).toEqual([272, 300])
  expect(drawn([700, null], { ranges: [...ranges], rangeUnit: 'percent' }).said).toHaveLength(1)
})

it('without a goal the last range is as wide as the one before', () => {
  const ranges = [0, 50, 80].map((from) => ({ from, tone: 'fair' as const, label: `${from}` }))
  expect(drawn([20, null], { target: null, ranges }).spans['range-fair']).toEqual([220.18, 300])
})

it.each([
  ['a text as measure', { y: ['place'] }, [1, 2, 'x'], 'place does not hold numbers.'],
  ['no number', {}, [null, 2], 'sales holds no number that can be drawn in the first row.'],
  [
    'a number that is none',
    {},
    ['NaN', 2],
    'sales holds no number that can be drawn in the first row. 1 value cannot be drawn: NaN.',
  ],
  [
    'a number that is too large',
    {},
    [1e300, 2],
    'sales holds no number that can be drawn in the first row. 1 value cannot be drawn: 1\u00a0×\u00a010³⁰⁰.',
  ],
])('%s is said', (_, visual, row, reason) => {
  expect(drawn(row, visual).reason).toContain(reason)
})

it('rows are counted where no measure is chosen', () => {
  expect(drawn([5, 4], { y: [] }).texts).toContain('25% of 4')
})

it('a dial is a half circle, and a bar where there is no room for one', () => {
  expect(drawn([250, 1000], {}, { heightPx: 240 }, gaugePlot).spans['value']).toMatchObject({ kind: 'path' })
  expect(drawn([250, 1000], {}, { heightPx: 80 }, gaugePlot).spans['value']).toEqual([1, 76])
})
