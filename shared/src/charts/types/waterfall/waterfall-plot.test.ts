import { expect, it } from 'vitest'
import type { CellValue, FieldType } from '../../../query/field'
import type { ChartVisual } from '../../chart-visual'
import { plotInputOf, resultOf, visualOf } from '../../plot/gallery/gallery-data'
import type { PlotInput } from '../../plot/read-columns'
import { waterfallPlot } from './waterfall-plot'

function drawn(
  rows: readonly (readonly CellValue[])[],
  visual: Partial<ChartVisual> = {},
  size: Partial<PlotInput> = {},
  fields: Readonly<Record<string, FieldType>> = { line: 'text', amount: 'number', total: 'boolean' },
) {
  const plot = waterfallPlot(
    plotInputOf({
      visual: visualOf('waterfall', { x: 'line', y: ['amount'], color: 'total', ...visual }),
      data: resultOf(fields, rows),
      heightPx: 260,
      ...size,
    }),
  )
  if (plot.kind !== 'shapes') return { reason: plot.reason, parts: [], said: [], notes: [], edges: [], fills: [] }
  const bars = plot.shapes.filter(({ mark }) => mark !== null)
  return {
    reason: '',
    notes: plot.notes,
    parts: bars.map(({ part }) => part),
    fills: bars.map(({ fill }) => fill),
    edges: bars.map(({ form }) => (form.kind === 'rect' ? [form.y, form.y + form.height] : [])),
    said: plot.marks.map(({ label, values }) => [label, ...values.map(({ text }) => text)]),
    conditions: plot.marks.map(({ conditions }) => conditions),
  }
}

it('each change begins where the one before ended, and the rows end with their total', () => {
  const { parts, said, edges, conditions } = drawn([
    ['Sales', 100, false],
    ['Costs', -30, false],
    ['Gifts', 0, false],
  ])
  expect(parts).toEqual(['rise', 'fall', 'rise', 'total'])
  expect(said).toEqual([
    ['Sales', '+100', '100'],
    ['Costs', '−30', '70'],
    ['Gifts', '0', '70'],
    ['Total', '70'],
  ])
  expect(edges[1]?.[0]).toBeCloseTo(edges[0]?.[0] ?? 0, 1)
  expect(edges[3]?.[0]).toBeCloseTo(edges[1]?.[1] ?? 0, 1)
  expect(conditions).toEqual([
    [{ column: 'line', op: '=', value: 'Sales' }],
    [{ column: 'line', op: '=', value: 'Costs' }],
    [{ column: 'line', op: '=', value: 'Gifts' }],
    null,
  ])
})

it('a subtotal stands on zero and changes go on from it; one that its changes do not add up to is told', () => {
  const rows = [
    ['Sales', 100, false],
    ['Costs', -30, false],
    ['Margin', 70, true],
    ['Tax', -10, false],
    ['Net', null, true],
  ]
  const right = drawn(rows)
  expect(right.parts).toEqual(['rise', 'fall', 'total', 'fall', 'total'])
  expect(right.said.at(-1)).toEqual(['Net', '60'])
  expect(right.notes).toEqual([])
  const wrong = drawn(rows.map((row) => (row[0] === 'Margin' ? ['Margin', 71, true] : row)))
  expect(wrong.notes).toEqual(['Margin is 71, though the changes before it add up to 70.'])
  expect(wrong.said.at(-1)).toEqual(['Net', '61'])
  const many = drawn(Array.from({ length: 5 }, (_, index) => [`Total ${index}`, index + 1, true]))
  expect(many.notes.slice(2)).toEqual([
    'Total 2 is 3, though the changes before it add up to 2.',
    '2 more totals differ from their changes.',
  ])
})

it.each([
  ['0.1 and 0.2 add up to 0.3', 0.1, 0.2, 0.3],
  ['large sums', 1e15, 0.5, 1e15 + 0.5],
])('%s without a note', (_, a, b, total) => {
  expect(
    drawn([
      ['a', a, false],
      ['b', b, false],
      ['sum', total, true],
    ]).notes,
  ).toEqual([])
})

it('what is good has one colour and what is not another, which turns where lower is better', () => {
  const rows = [
    ['More', 5, false],
    ['Less', -5, false],
  ]
  const [rise, fall] = drawn(rows).fills
  expect(rise).not.toBe(fall)
  expect(drawn(rows, { goodDirection: 'down' }).fills.slice(0, 2)).toEqual([fall, rise])
})

it('totals are marked by any column whose values are set', () => {
  const fields = { line: 'text', amount: 'number', total: 'text' } as const
  const rows = ['', 'no', '0', 'false', null, 'x'].map((flag, index) => [`Line ${index}`, 1, flag])
  expect(drawn(rows, {}, {}, fields).parts).toEqual(['rise', 'rise', 'rise', 'rise', 'rise', 'total'])
})

it('changes that do not fit are left out with a note, and their total is that of those shown', () => {
  const rows = Array.from({ length: 500 }, (_, index) => [`Line ${index}`, 1, false])
  const { said, notes } = drawn(rows, {}, { widthPx: 120 })
  expect(notes).toEqual(['Showing the first 29 of 500 changes.'])
  expect(said.at(-1)).toEqual(['Total', '29'])
})

it.each([
  ['no column', { x: null }, 'Choose the column that names the changes.'],
  ['no measure', { y: [] }, 'Choose the measure with the changes.'],
  ['a text as measure', { y: ['line'] }, 'line does not hold numbers.'],
])('%s is said', (_, visual, reason) => {
  expect(drawn([['Sales', 1, false]], visual).reason).toContain(reason)
})
