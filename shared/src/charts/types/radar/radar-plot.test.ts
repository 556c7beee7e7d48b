import { expect, it } from 'vitest'
import type { CellValue, FieldType } from '../../../query/field'
import type { ChartVisual } from '../../chart-visual'
import { plotInputOf, resultOf, visualOf } from '../../plot/gallery/gallery-data'
import { radarPlot } from './radar-plot'

const fields: Readonly<Record<string, FieldType>> = { quality: 'text', a: 'number', b: 'number' }
const rows = [
  ['Price', 100, 50],
  ['Speed', 50, 100],
  ['Size', 25, 75],
  ['Colour', 0, 100],
]

function drawn(given: readonly (readonly CellValue[])[], visual: Partial<ChartVisual> = {}) {
  const plot = radarPlot(
    plotInputOf({
      visual: visualOf('radar', { x: 'quality', y: ['a', 'b'], ...visual }),
      data: resultOf(fields, given),
      widthPx: 300,
      heightPx: 300,
    }),
  )
  if (plot.kind !== 'shapes') return { reason: plot.reason, plot: null, said: [], notes: [] }
  return {
    reason: '',
    plot,
    notes: plot.notes,
    said: plot.marks.map(({ label, values }) => [label, ...values.map(({ text }) => text)]),
  }
}

it('each value lies on the axis of its category, at a distance that is its part of the longest', () => {
  const { plot, said } = drawn(rows)
  expect(said).toEqual(rows.map((row) => row.map(String)))
  const dots = plot?.shapes.filter(({ part }) => part === 'dot') ?? []
  expect(dots).toHaveLength(8)
  const middle = { x: 150, y: (plot?.heightPx ?? 0) / 2 }
  const distances = dots.map(({ form }) =>
    form.kind === 'circle' ? Math.hypot(form.cx - middle.x, form.cy - middle.y) : 0,
  )
  const [longest = 1] = distances
  expect(distances.slice(0, 4).map((distance) => Math.round((100 * distance) / longest))).toEqual([100, 50, 25, 0])
  const [first, second] = dots.map(({ form }) => (form.kind === 'circle' ? form : null))
  expect(first?.cx).toBeCloseTo(150, 1)
  expect(second?.cy).toBeCloseTo(middle.y, 1)
  expect(plot?.marks[1]).toMatchObject({
    category: 'Speed',
    conditions: [{ column: 'quality', op: '=', value: 'Speed' }],
  })
})

it('an outline without a value is open there and not filled', () => {
  const [whole, open] =
    drawn([...rows.slice(0, 3), ['Colour', 7, null]]).plot?.shapes.filter(({ part }) => part === 'outline') ?? []
  expect([whole?.fill === 'none', open?.fill === 'none']).toEqual([false, true])
  expect(open?.form.kind === 'path' && open.form.d.match(/M/g)).toHaveLength(2)
})

it('names of axes do not lie on each other', () => {
  const plot = drawn(Array.from({ length: 24 }, (_, index) => [`A long name of axis ${index}`, 1, 2])).plot
  const names = plot?.labels.filter(({ text }) => text.startsWith('A')) ?? []
  expect(names.length).toBeGreaterThan(8)
  const closest = names.flatMap((a, index) =>
    names.slice(index + 1).map((b) => (a.anchor === b.anchor ? Math.abs(a.y - b.y) : Infinity)),
  )
  expect(Math.min(...closest)).toBeGreaterThanOrEqual(11)
})

it('more axes than can be read are left out with a note', () => {
  const { said, notes } = drawn(Array.from({ length: 40 }, (_, index) => [`Axis ${index}`, 1, 2]))
  expect(said).toHaveLength(24)
  expect(notes).toEqual(['Showing the first 24 of 40 values of quality as axes.'])
})

it.each([
  ['no column', rows, { x: null }, 'Choose the column whose values are the axes.'],
  ['two axes', rows.slice(0, 2), {}, 'A radar needs at least 3 values of quality as its axes. Use bars instead.'],
  ['negative values', [...rows, ['Weight', -3, 1]], {}, 'A radar cannot show negative values, such as −3.'],
  ['a text as measure', rows, { y: ['quality'] }, 'quality does not hold numbers.'],
  ['no number', rows.map(([name]) => [name, null, 'NaN']), {}, 'No row has a number in a and b.'],
])('%s is said', (_, given, visual, reason) => {
  expect(drawn(given as readonly (readonly CellValue[])[], visual).reason).toContain(reason)
})
