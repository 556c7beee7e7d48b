import { expect, it } from 'vitest'
import type { CellValue, FieldType } from '../../../query/field'
import type { ChartVisual } from '../../chart-visual'
import { plotInputOf, resultOf, visualOf } from '../../plot/gallery/gallery-data'
import type { PlotInput } from '../../plot/read-columns'
import { dotPlot } from './dot-plot'

const fields: Readonly<Record<string, FieldType>> = { city: 'text', before: 'number', after: 'number' }

function drawn(
  rows: readonly (readonly CellValue[])[],
  visual: Partial<ChartVisual> = {},
  size: Partial<PlotInput> = {},
) {
  const plot = dotPlot(
    plotInputOf({
      visual: visualOf('dot', { x: 'city', y: ['before', 'after'], ...visual }),
      data: resultOf(fields, rows),
      ...size,
    }),
  )
  if (plot.kind !== 'shapes') return { reason: plot.reason, said: [], dots: [], reaches: 0, notes: [], plot: null }
  const dots = plot.shapes.filter(({ part }) => part === 'dot')
  return {
    reason: '',
    plot,
    notes: plot.notes,
    reaches: plot.shapes.filter(({ part }) => part === 'reach').length,
    said: plot.marks.map(({ label, values }) => [label, ...values.map(({ text }) => text)]),
    dots: dots.map(({ form, mark }) => [mark, form.kind === 'circle' ? form.cx : 0]),
  }
}

it('each row has a dot for each value, further right for the larger, and a line between them', () => {
  const { said, dots, reaches, plot } = drawn([
    ['Bonn', 10, 30],
    ['Ulm', 20, 5],
  ])
  expect(said).toEqual([
    ['Bonn', '10', '30'],
    ['Ulm', '20', '5'],
  ])
  expect(dots.map(([mark]) => mark)).toEqual([0, 0, 1, 1])
  const [a = 0, b = 0, c = 0, d = 0] = dots.map(([, px]) => px ?? 0)
  expect([d, a, c, b].toSorted((x, y) => x - y)).toEqual([d, a, c, b])
  expect(reaches).toBe(2)
  expect(plot?.legend.map(({ label }) => label)).toEqual(['before', 'after'])
  expect(plot?.marks[0]).toMatchObject({
    category: 'Bonn',
    conditions: [{ column: 'city', op: '=', value: 'Bonn' }],
    values: [{ color: plot?.legend[0]?.color }, { color: plot?.legend[1]?.color }],
  })
})

it('a missing value is no dot and no zero, and a hidden series is not drawn', () => {
  const { said, dots, reaches } = drawn([['Bonn', null, 30]])
  expect([said, dots.length, reaches]).toEqual([[['Bonn', '–', '30']], 1, 0])
  expect(drawn([['Bonn', 1, 2]], {}, { hidden: new Set(['before']) }).said).toEqual([['Bonn', '2']])
})

it('rows that do not fit are left out with a note', () => {
  const rows = Array.from({ length: 2000 }, (_, index) => [`City ${index}`, index, index])
  const { said, notes } = drawn(rows, {}, { heightPx: 190 })
  expect(said).toHaveLength(7)
  expect(said[0]?.[0]).toBe('City 1999')
  expect(notes).toEqual(['Showing the largest 7 of 2,000 categories.'])
})

it.each([
  ['no column', { x: null }, 'Choose the column with the rows.'],
  ['a text as measure', { y: ['city'] }, 'city does not hold numbers. Choose another measure, or none to count rows.'],
])('%s is said', (_, visual, reason) => {
  expect(drawn([['Bonn', 1, 2]], visual).reason).toBe(reason)
})

it('no number at all is said', () => {
  expect(drawn([['Bonn', null, 'NaN']]).reason).toContain('No row has a number in before and after.')
})
