import { expect, it } from 'vitest'
import type { CellValue, FieldType } from '../../../query/field'
import type { ChartVisual } from '../../chart-visual'
import { plotInputOf, resultOf, visualOf } from '../../plot/gallery/gallery-data'
import { bulletPlot } from './bullet-plot'

const fields: Readonly<Record<string, FieldType>> = { region: 'text', sales: 'number', plan: 'number' }

function drawn(rows: readonly (readonly CellValue[])[], visual: Partial<ChartVisual> = {}) {
  const plot = bulletPlot(
    plotInputOf({
      visual: visualOf('bullet', {
        x: 'region',
        y: ['sales'],
        target: { kind: 'column', column: 'plan' },
        ...visual,
      }),
      data: resultOf(fields, rows),
    }),
  )
  if (plot.kind !== 'shapes') return { reason: plot.reason, said: [], notes: [], parts: [], plot: null }
  return {
    reason: '',
    plot,
    notes: plot.notes,
    parts: plot.shapes.map(({ part, mark }) => `${part} ${mark}`),
    said: plot.marks.map(({ label, values, note }) => [
      label,
      ...values.map(({ label: name, text, share = '' }) => `${name} ${text} ${share}`.trim()),
      note,
    ]),
  }
}

it('each row is a bar against its own goal', () => {
  const { said, parts, plot } = drawn([
    ['North', 150, 200],
    ['South', 300, 250],
  ])
  expect(said).toEqual([
    ['South', 'sales 300 120%', 'Goal 250', '50 above the goal'],
    ['North', 'sales 150 75%', 'Goal 200', '50 to go'],
  ])
  expect(parts).toEqual(['back 0', 'value 0', 'goal 0', 'back 1', 'value 1', 'goal 1'])
  expect(plot?.marks[1]).toMatchObject({
    category: 'North',
    conditions: [{ column: 'region', op: '=', value: 'North' }],
  })
})

it('rows of one place and their goals are added up, but a number is the goal of each', () => {
  const rows = [
    ['North', 100, 200],
    ['North', 50, 20],
  ]
  expect(drawn(rows).said[0]?.slice(1, 3)).toEqual(['sales 150 68%', 'Goal 220'])
  expect(drawn(rows, { target: { kind: 'number', value: 200 } }).said[0]?.slice(1, 3)).toEqual([
    'sales 150 75%',
    'Goal 200',
  ])
})

it.each([
  ['descending', [80, 50, 0], 6, []],
  ['equal', [0, 50, 50], 4, ['Several ranges begin at 50: only the last of them is shown.']],
  ['all equal', [0, 0, 0], 2, ['Several ranges begin at 0: only the last of them is shown.']],
  ['none', [], 0, []],
])('ranges that are %s are drawn in order, each of some width', (_, starts, count, notes) => {
  const ranges = starts.map((from) => ({ from, tone: 'fair' as const, label: `from ${from}` }))
  const found = drawn(
    [
      ['North', 60, 200],
      ['South', 90, 250],
    ],
    { ranges },
  )
  expect(found.parts.filter((part) => part.startsWith('range'))).toHaveLength(count)
  expect(found.notes).toEqual(notes)
  expect(found.said[0]?.at(-1)).toContain(starts.length === 0 ? '160 to go' : `from ${Math.max(...starts)}`)
})

it('ranges in percent follow the goal of each row and judge it in words', () => {
  const { said, parts } = drawn(
    [
      ['North', 150, 200],
      ['South', 300, 250],
    ],
    {
      ranges: [
        { from: 0, tone: 'poor', label: '' },
        { from: 100, tone: 'good', label: 'Done' },
      ],
      rangeUnit: 'percent',
    },
  )
  expect(said.map((words) => words.at(-1))).toEqual(['Done · 50 above the goal', 'Poor · 50 to go'])
  expect(parts.filter((part) => part.startsWith('range'))).toHaveLength(4)
})

it.each([
  ['no goal chosen', { target: null }, ['There is no goal: choose a number or a column as “Goal”.']],
  [
    'rows without a goal or with none to share',
    {},
    ['1 row without a goal.', '2 goals of zero or less, of which nothing is a share.'],
  ],
])('%s is said, and the bars are drawn all the same', (_, visual, notes) => {
  const found = drawn(
    [
      ['North', 150, null],
      ['South', 30, 0],
      ['West', -20, -10],
      ['East', null, 4],
    ],
    visual,
  )
  expect(found.notes).toEqual(notes)
  expect(found.parts.filter((part) => part.startsWith('value'))).toHaveLength(3)
})

it('without a column all rows are one bar', () => {
  expect(drawn([['North', 150, 200]], { x: null }).said).toEqual([
    ['All rows', 'sales 150 75%', 'Goal 200', '50 to go'],
  ])
})

it.each([
  ['a text as measure', { y: ['region'] }, 'region does not hold numbers.'],
  ['no number', {}, 'No row has a number in sales.'],
])('%s is said', (_, visual, reason) => {
  expect(drawn([['North', null, 2]], visual).reason).toContain(reason)
})
