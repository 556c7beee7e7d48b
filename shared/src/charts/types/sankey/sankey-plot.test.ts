import { expect, it } from 'vitest'
import type { CellValue } from '../../../query/field'
import type { ChartVisual } from '../../chart-visual'
import { plotInputOf, resultOf, visualOf } from '../../plot/gallery/gallery-data'
import { sankeyPlot } from './sankey-plot'

const fields = { from: 'text', to: 'text', n: 'number' } as const

function drawn(rows: readonly (readonly CellValue[])[], visual: Partial<ChartVisual> = {}) {
  const plot = sankeyPlot(
    plotInputOf({
      visual: visualOf('sankey', { x: 'from', color: 'to', y: ['n'], ...visual }),
      data: resultOf(fields, rows),
    }),
  )
  if (plot.kind !== 'shapes')
    return { reason: plot.reason, said: [], notes: [], widths: new Map<string, number>(), marks: [] }
  return {
    reason: '',
    notes: plot.notes,
    marks: plot.marks,
    said: plot.marks.map(({ label, values }) => [label, ...values.map((value) => `${value.label} ${value.text}`)]),
    widths: new Map(
      plot.shapes.flatMap(({ strokePx, mark }) =>
        strokePx === undefined || mark === null ? [] : [[plot.marks[mark]?.label ?? '', strokePx] as const],
      ),
    ),
  }
}

it('a value has one node in both columns; flows say their share of where they come from and go to', () => {
  const { said, widths, marks } = drawn([
    ['Visit', 'Basket', 60],
    ['Visit', 'Left', 40],
    ['Basket', 'Order', 15],
  ])
  expect(said).toEqual([
    ['Visit', 'Out 100'],
    ['Basket', 'In 60', 'Out 15'],
    ['Left', 'In 40'],
    ['Order', 'In 15'],
    ['Visit → Basket', 'n 60', 'Of Visit 60%', 'Of Basket 100%'],
    ['Visit → Left', 'n 40', 'Of Visit 40%', 'Of Left 100%'],
    ['Basket → Order', 'n 15', 'Of Basket 100%', 'Of Order 100%'],
  ])
  expect((widths.get('Visit → Basket') ?? 0) / (widths.get('Basket → Order') ?? 1)).toBeCloseTo(4, 0)
  expect(marks.at(-1)?.conditions).toEqual([
    { column: 'from', op: '=', value: 'Basket' },
    { column: 'to', op: '=', value: 'Order' },
  ])
  expect(marks[3]?.conditions).toEqual([{ column: 'to', op: '=', value: 'Order' }])
})

it('rows of one flow are added up, without a measure they are counted, and those without a number are told', () => {
  const rows = [
    ['A', 'B', 2],
    ['A', 'B', 3],
    ['A', 'B', null],
  ]
  const { said, notes } = drawn(rows)
  expect(said.at(-1)?.[1]).toBe('n 5')
  expect(notes).toEqual(['1 row without a number left out.'])
  expect(drawn(rows, { y: [] }).said.at(-1)?.[1]).toBe('Rows 3')
})

it('of very many flows the largest are drawn, which a note says', () => {
  const rows = Array.from({ length: 1000 }, (_, index) => ['A', `B${index}`, 1000 - index])
  expect(drawn(rows).notes).toEqual(['Showing the largest 200 of 1,000 flows.'])
})

it('a long chain of flows does not exhaust the stack', () => {
  const rows = Array.from({ length: 199 }, (_, index) => [`S${index}`, `S${index + 1}`, 1])
  expect(drawn(rows).reason).toBe('')
})

it.each([
  ['no source', { x: null }, [['A', 'B', 1]], 'Choose the column that says where each flow comes from.'],
  ['no target', { color: null }, [['A', 'B', 1]], 'Choose the column that says where each flow goes to.'],
  ['a negative value', {}, [['A', 'B', -1]], 'from A to B it is −1.'],
  ['a flow to itself', {}, [['A', 'A', 1]], 'A Sankey chart cannot show a cycle: A → A.'],
  [
    'a cycle',
    {},
    [
      ['A', 'B', 3],
      ['B', 'C', 2],
      ['C', 'A', 1],
    ],
    'A Sankey chart cannot show a cycle: A → B → C → A.',
  ],
  ['only zeros', {}, [['A', 'B', 0]], 'Every value is zero or missing.'],
])('%s is said', (_, visual, rows, reason) => {
  expect(drawn(rows, visual).reason).toContain(reason)
})
