import { expect, it } from 'vitest'
import type { CellValue, FieldType } from '../../../query/field'
import type { ChartVisual } from '../../chart-visual'
import { plotInputOf, resultOf, visualOf } from '../../plot/gallery/gallery-data'
import type { PlotInput } from '../../plot/read-columns'
import { treemapPlot } from './treemap-plot'

const fields = { group: 'text', product: 'text', n: 'number' } as const

function drawn(
  rows: readonly (readonly CellValue[])[],
  visual: Partial<ChartVisual> = {},
  rest: Partial<PlotInput> = {},
  of: Readonly<Record<string, FieldType>> = fields,
) {
  const plot = treemapPlot(
    plotInputOf({
      visual: visualOf('treemap', { x: 'group', color: 'product', y: ['n'], ...visual }),
      data: resultOf(of, rows),
      heightPx: 400,
      ...rest,
    }),
  )
  if (plot.kind !== 'shapes') return { reason: plot.reason, areas: [], said: [], notes: [], marks: [] }
  return {
    reason: '',
    notes: plot.notes,
    marks: plot.marks,
    said: plot.marks.map(({ label, values }) => [
      label,
      ...values.map(({ text, share = '' }) => `${text} ${share}`.trim()),
    ]),
    areas: plot.shapes.map(({ form }) => (form.kind === 'rect' ? form.width * form.height : 0)),
  }
}

it('parts lie within their groups, say their share of the whole and of the group, and have the rows of both', () => {
  const { said, marks } = drawn([
    ['A', 'x', 30],
    ['A', 'y', 10],
    ['B', 'x', 60],
  ])
  expect(said).toEqual([
    ['B · x', '60 60%', '100%'],
    ['A · x', '30 30%', '75%'],
    ['A · y', '10 10%', '25%'],
  ])
  expect(marks[1]?.conditions).toEqual([
    { column: 'group', op: '=', value: 'A' },
    { column: 'product', op: '=', value: 'x' },
  ])
  expect(marks[1]?.category).toBe('A')
})

it('a third column divides the parts of the parts, and a column chosen twice divides once', () => {
  const three = { group: 'text', product: 'text', n: 'number', size: 'text' } as const
  const rows = [
    ['A', 'x', 30, 'small'],
    ['A', 'x', 10, 'large'],
    ['B', 'y', 60, 'small'],
  ]
  const { said, marks } = drawn(rows, { detail: 'size' }, {}, three)
  expect(said).toEqual([
    ['B · y · small', '60 60%', '100%', '100%'],
    ['A · x · small', '30 30%', '75%', '75%'],
    ['A · x · large', '10 10%', '25%', '25%'],
  ])
  expect(marks[2]?.conditions?.map(({ column, value }) => [column, value])).toEqual([
    ['group', 'A'],
    ['product', 'x'],
    ['size', 'large'],
  ])
  expect(drawn(rows, { detail: 'product' }, {}, three).said.map(([label]) => label)).toEqual(['B · y', 'A · x'])
})

it('areas are as their values, but for the gaps between them', () => {
  const { areas } = drawn(
    [
      ['A', null, 3],
      ['B', null, 1],
    ],
    { color: null },
  )
  expect((areas[0] ?? 0) / (areas[1] ?? 1)).toBeCloseTo(3, 1)
})

it('parts too small to be pointed at are put together, with the rows of all of them', () => {
  const many = Array.from({ length: 2000 }, (_, index) => [`Small ${index}`, null, 0.001])
  const { said, marks, areas } = drawn([['Large', null, 100], ...many], { color: null })
  expect(said.map(([label]) => label)).toEqual(['Large', 'Other (2000)'])
  expect(marks[1]?.conditions).toMatchObject([{ column: 'group', op: 'in' }])
  expect(marks[1]).not.toHaveProperty('category')
  expect(areas).toHaveLength(2)
  const alike = drawn(many, { color: null }, { widthPx: 240 })
  expect(alike.said.map(([label]) => label).slice(-2)).toEqual(['Small 7', 'Other (1992)'])
})

it('rows without a value or a positive number are left out with a note, the empty value is not', () => {
  const { said, notes } = drawn(
    [
      ['A', null, 1],
      ['B', null, 0],
      ['C', null, null],
      [null, null, 2],
    ],
    { color: null },
  )
  expect(said.map(([label]) => label)).toEqual(['(empty)', 'A'])
  expect(notes).toEqual(['2 categories without a value above zero left out.'])
})

it.each([
  ['no column', { x: null }, 1, 'Choose the column whose values are the areas.'],
  ['a negative value', {}, -3, 'A treemap cannot show negative values: n is −3 in row 1.'],
  ['only zeros', {}, 0, 'Every value is zero or missing.'],
  ['a text as measure', { y: ['group'] }, 1, 'group does not hold numbers.'],
])('%s is said', (_, visual, n, reason) => {
  expect(drawn([['A', 'x', n]], visual).reason).toContain(reason)
})
