import { expect, it } from 'vitest'
import type { CellValue, FieldType } from '../../../query/field'
import type { ChartVisual } from '../../chart-visual'
import { plotInputOf, resultOf, visualOf } from '../../plot/gallery/gallery-data'
import { slopePlot } from './slope-plot'

const fields: Readonly<Record<string, FieldType>> = { year: 'integer', mode: 'text', share: 'number' }

function drawn(rows: readonly (readonly CellValue[])[], visual: Partial<ChartVisual> = {}) {
  const plot = slopePlot(
    plotInputOf({
      visual: visualOf('slope', { x: 'year', y: ['share'], color: 'mode', ...visual }),
      data: resultOf(fields, rows),
    }),
  )
  if (plot.kind !== 'shapes') return { reason: plot.reason, said: [], notes: [], texts: [], plot: null }
  return {
    reason: '',
    plot,
    notes: plot.notes,
    texts: plot.labels.map(({ text }) => text),
    said: plot.marks.map(({ label, values }) => [
      label,
      ...values.map(({ label: name, text, share = '' }) => `${name} ${text} ${share}`.trim()),
    ]),
  }
}

it('each line goes from the first to the last value and says its change', () => {
  const { said, plot, notes } = drawn([
    [2026, 'Car', 40],
    [2016, 'Car', 50],
    [2016, 'Train', 0],
    [2020, 'Train', 90],
    [2026, 'Train', 10],
  ])
  expect(said).toEqual([
    ['Car', '2016 50', '2026 40', 'Change −10 −20.0%'],
    ['Train', '2016 0', '2026 10', 'Change +10'],
  ])
  expect(notes).toEqual(['Only the first and last of 3 values of year are drawn.'])
  expect(plot?.marks[1]?.conditions).toEqual([{ column: 'mode', op: '=', value: 'Train' }])
  const [car, train] = plot?.shapes.filter(({ part }) => part === 'line').map(({ form }) => form) ?? []
  const heights = (form: typeof car) =>
    form?.kind === 'path' ? form.d.match(/,([\d.]+)/g)?.map((text) => Number(text.slice(1))) : []
  const [[carFrom = 0, carTo = 0] = [], [trainFrom = 0, trainTo = 0] = []] = [heights(car), heights(train)]
  expect([carFrom < carTo, trainFrom > trainTo, carTo < trainTo]).toEqual([true, true, true])
})

it('the change of a percentage is in points', () => {
  const format = { style: 'percent', decimals: null, currency: null, unit: '' } as const
  const rows = [
    [2016, 'Train', 0.14],
    [2026, 'Train', 0.19],
  ]
  expect(drawn(rows, { format }).said[0]?.at(-1)).toBe('Change +5 pp +35.7%')
})

it('lines without a value at both ends are left out with a note', () => {
  const { said, notes } = drawn([
    [2016, 'Car', 50],
    [2026, 'Car', 40],
    [2016, 'Bus', 5],
    [2026, 'Bus', null],
  ])
  expect(said.map(([label]) => label)).toEqual(['Car'])
  expect(notes).toEqual(['1 line without a value at both ends left out.'])
})

it('names of lines that end close to each other do not touch', () => {
  const rows = Array.from({ length: 7 }, (_, index) => [
    [2016, `Mode ${index}`, index * 10],
    [2026, `Mode ${index}`, 50 + index / 100],
  ]).flat()
  const ends = drawn(rows).plot?.labels.filter(({ anchor, text }) => anchor === 'start' && text.includes('Mode')) ?? []
  const places = ends.map(({ y }) => y).toSorted((a, b) => a - b)
  expect(places.length).toBeGreaterThan(2)
  expect(places.every((y, index) => index === 0 || y - (places[index - 1] ?? 0) >= 14)).toBe(true)
})

it.each([
  ['no column', [[2016, 'Car', 1]], { x: null }, 'Choose the column with the two moments or categories to compare.'],
  ['one moment', [[2016, 'Car', 1]], {}, 'A slope needs two values of year; there is one.'],
  ['no moment', [[null, 'Car', 1]], {}, 'A slope needs two values of year; there are none.'],
  ['a text as measure', [[2016, 'Car', 1]], { y: ['mode'] }, 'mode does not hold numbers.'],
  [
    'no number',
    [
      [2016, 'Car', null],
      [2026, 'Car', 'NaN'],
    ],
    {},
    'Nothing has a value at both ends.',
  ],
])('%s is said', (_, rows, visual, reason) => {
  expect(drawn(rows, visual).reason).toContain(reason)
})
