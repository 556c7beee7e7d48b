import { describe, expect, it } from 'vitest'
import type { CellValue, FieldType } from '../../../query/field'
import type { Annotation, ChartVisual } from '../../chart-visual'
import { loadAllPlots } from '../../load-plot'
import { plotOf } from '../../plot-of'
import { months, plotInputOf, resultOf, visualOf } from '../gallery/gallery-data'
import type { CartesianPlot } from '../plot'

await loadAllPlots()

function drawn(
  type: ChartVisual['type'],
  x: FieldType,
  rows: readonly (readonly CellValue[])[],
  annotations: readonly Annotation[],
  timeZone = 'UTC',
): CartesianPlot {
  const visual = visualOf(type, { x: 'at', y: ['n'], sort: 'none', annotations: [...annotations] })
  const plot = plotOf(plotInputOf({ visual, data: resultOf({ at: x, n: 'number' }, rows), timeZone }))
  if (plot.kind !== 'cartesian') throw new Error(plot.kind)
  return plot
}

const byMonth = months(6, '2026-01').map((month, index) => [month, index + 1])
const slotOf = (plot: CartesianPlot) => [...(plot.overlays?.annotations.keys() ?? [])]
const pathOf = (plot: CartesianPlot) => {
  const form = plot.overlays?.over.find(({ part }) => part === 'annotation')?.form
  return form?.kind === 'path' ? Number(/^M([\d.]+)/.exec(form.d)?.[1]) : null
}

describe('an annotation lies', () => {
  it('at its day between the points of a line, and is read at the bucket before', () => {
    const plot = drawn('line', 'date', byMonth, [{ x: '2026-03-16', text: 'Launch' }])
    const [march, april] = [plot.slots[2]?.px ?? 0, plot.slots[3]?.px ?? 0]
    expect(slotOf(plot)).toEqual([2])
    expect(((pathOf(plot) ?? 0) - march) / (april - march)).toBeCloseTo(15 / 31, 2)
    expect(plot.overlays?.labels.map(({ text }) => text)).toEqual(['Launch'])
    expect(plot.summary).toContain('Notes: March 2026: Launch.')
  })

  it('in the middle of the bar whose time it is in', () => {
    const plot = drawn('bar', 'date', byMonth, [{ x: '2026-06-30', text: 'End of June' }])
    expect([slotOf(plot), pathOf(plot)]).toEqual([[5], plot.slots[5]?.px])
  })

  it('at its category, however the bars are sorted, and at the empty one', () => {
    const rows = [
      ['b', 1],
      ['a', 5],
      [null, 9],
    ]
    const plot = drawn('bar', 'text', rows, [
      { x: 'a', text: 'first' },
      { x: '', text: 'nobody' },
    ])
    expect([...(plot.overlays?.annotations ?? [])]).toEqual([
      [1, ['first']],
      [2, ['nobody']],
    ])
  })

  it('at its number', () => {
    const rows = [
      [1, 10],
      [2, 20],
      [5, 30],
    ]
    expect(slotOf(drawn('bar', 'number', rows, [{ x: '2.0', text: 'two' }]))).toEqual([1])
    expect(slotOf(drawn('line', 'number', rows, [{ x: '3', text: 'three' }]))).toEqual([1])
  })

  it('at the wall time of the chart, also on a day whose clock changes', () => {
    const start = Date.parse('2025-10-25T22:00:00Z')
    const rows = Array.from({ length: 25 }, (_, hour) => {
      const offset = hour < 3 ? 2 : 1
      return [`${new Date(start + (hour + offset) * 3_600_000).toISOString().slice(0, 19)}+0${offset}:00`, hour]
    })
    const plot = drawn('line', 'timestamptz', rows, [{ x: '2025-10-26 12:00:00', text: 'Noon' }], 'Europe/Berlin')
    expect(slotOf(plot)).toEqual([13])
  })

  it.each([
    ['before the first', '2025-12-31'],
    ['after the last', '2026-07-01'],
    ['at no date', 'soon'],
    ['at nothing', ''],
  ])('nowhere if it is %s, which the chart says', (_, x) => {
    const plot = drawn('line', 'date', byMonth, [{ x, text: 'Lost' }])
    expect([slotOf(plot), plot.notes]).toEqual([[], [`“Lost” has no place on the axis: ${x || '(empty)'}.`]])
  })
})

it('texts of neighbours take lanes of their own, and those without room stay to be read', () => {
  const annotations = months(6, '2026-01').flatMap((x) => [
    { x, text: 'A long story about this month' },
    { x, text: 'And another one' },
  ])
  const plot = drawn('line', 'date', byMonth, annotations)
  const labels = plot.overlays?.labels ?? []
  expect(labels.length).toBeGreaterThan(2)
  expect(labels.length).toBeLessThan(annotations.length)
  expect(new Set(labels.map(({ x, y }) => `${x} ${y}`)).size).toBe(labels.length)
  expect([...(plot.overlays?.annotations.values() ?? [])].flat()).toHaveLength(annotations.length)
})

it('an annotation without a text is not drawn', () => {
  expect(drawn('line', 'date', byMonth, [{ x: '2026-03-01', text: ' ' }]).overlays).toBe(undefined)
})

describe('on a scatter plot', () => {
  const dots = [
    [1, 10],
    [4, 20],
    [9, 30],
  ]
  const scattered = (x: FieldType, rows: readonly (readonly CellValue[])[], annotations: Annotation[]) => {
    const visual = visualOf('scatter', { x: 'at', y: ['n'], annotations })
    const plot = plotOf(plotInputOf({ visual, data: resultOf({ at: x, n: 'number' }, rows) }))
    if (plot.kind !== 'scatter') throw new Error(plot.kind)
    return plot
  }

  it('an annotation lies at any number, and is read at the nearest dot', () => {
    const plot = scattered('number', dots, [{ x: '6', text: 'Limit' }])
    expect([...(plot.overlays?.annotations ?? [])]).toEqual([[4, ['Limit']]])
    expect(plot.overlays?.labels.map(({ text }) => text)).toEqual(['Limit'])
    expect(plot.summary).toContain('Notes: 6: Limit.')
  })

  it('lies at a day where x is a time', () => {
    const plot = scattered('date', byMonth, [{ x: '2026-03-14', text: 'Launch' }])
    expect([...(plot.overlays?.annotations.keys() ?? [])]).toEqual([Date.parse('2026-03-01')])
  })

  it.each(['400', 'soon', ''])('one at “%s” has no place, which the chart says', (x) => {
    const plot = scattered('number', dots, [{ x, text: 'Lost' }])
    expect([plot.overlays, plot.notes]).toEqual([undefined, [`“Lost” has no place on the axis: ${x || '(empty)'}.`]])
  })
})
