import { expect, it } from 'vitest'
import type { CellValue, FieldType } from '../../../query/field'
import type { ChartVisual } from '../../chart-visual'
import { plotInputOf, resultOf, visualOf } from '../../plot/gallery/gallery-data'
import type { PlotInput } from '../../plot/read-columns'
import { funnelPlot } from './funnel-plot'

function drawn(
  fields: Readonly<Record<string, FieldType>>,
  rows: readonly (readonly CellValue[])[],
  visual: Partial<ChartVisual>,
  size: Partial<PlotInput> = {},
) {
  const plot = funnelPlot(
    plotInputOf({
      visual: visualOf('funnel', visual),
      data: resultOf(fields, rows),
      widthPx: 500,
      heightPx: 240,
      ...size,
    }),
  )
  if (plot.kind !== 'shapes') return { reason: plot.reason, steps: [], widths: [], notes: [], texts: [] }
  const bars = plot.shapes.filter(({ part }) => part === 'step')
  return {
    reason: '',
    plot,
    notes: plot.notes,
    texts: plot.labels.map(({ text }) => text),
    steps: plot.marks.map(({ label, values }) => [
      label,
      ...values.map((value) => [value.label, value.text, value.share].filter(Boolean).join(' ')),
    ]),
    widths: bars.map(({ form }) => (form.kind === 'rect' ? form.width : 0)),
  }
}

const fields = { step: 'text', people: 'integer' } as const
const byStep = { x: 'step', y: ['people'] }

it('steps keep the order of the result and say what is left of the one before and of the first', () => {
  const { steps, widths, texts } = drawn(
    fields,
    [
      ['Visit', 200],
      ['Basket', 50],
      ['Order', 20],
    ],
    byStep,
  )
  expect(steps).toEqual([
    ['Visit', 'people 200'],
    ['Basket', 'people 50', 'Of Visit 25%', 'Lost 150 75%'],
    ['Order', 'people 20', 'Of Basket 40%', 'Of Visit 10%', 'Lost 30 60%'],
  ])
  expect(texts).toEqual(['Visit', '200', 'Basket', '50 · 25%', 'Order', '20 · 10%'])
  const [first = 0, second = 0, third = 0] = widths
  expect(second / first).toBeCloseTo(0.25, 2)
  expect(third / first).toBeCloseTo(0.1, 2)
})

it('the same steps from columns of one row look the same', () => {
  const rows = drawn(
    fields,
    [
      ['visit', 200],
      ['order', 50],
    ],
    byStep,
  )
  const columns = drawn({ visit: 'integer', order: 'integer' }, [[200, 50]], { y: ['visit', 'order'] })
  expect(columns.widths).toEqual(rows.widths)
  expect(columns.texts).toEqual(rows.texts)
})

it('a step with more than the one before says what it gained, and a first step of nothing has no shares', () => {
  const { steps } = drawn(
    fields,
    [
      ['Visit', 0],
      ['Basket', 50],
    ],
    byStep,
  )
  expect(steps[1]).toEqual(['Basket', 'people 50', 'Of Visit –', 'Gained 50'])
})

it('rows of one step are added up, steps are sorted where somebody chose it, and further measures are left out with a note', () => {
  const of = { step: 'text', people: 'integer', orders: 'integer' } as const
  const { steps, notes } = drawn(
    of,
    [
      ['b', 1, 0],
      ['a', 3, 0],
      ['b', 4, 0],
    ],
    { x: 'step', y: ['people', 'orders'], sort: 'x' },
  )
  expect(steps.map(([label, value]) => [label, value])).toEqual([
    ['a', 'people 3'],
    ['b', 'people 5'],
  ])
  expect(notes.join(' ')).toContain('Only the first of 2 measures is drawn.')
})

it('a step without a number is left out with a note, as nothing is not zero', () => {
  const { steps, notes } = drawn(
    fields,
    [
      ['a', null],
      ['b', 8],
      ['c', 0],
    ],
    byStep,
  )
  expect(steps.map(([label]) => label)).toEqual(['b', 'c'])
  expect(notes).toEqual(['1 step without a number left out.'])
})

it('more steps than fit are left out with a note', () => {
  const rows = Array.from({ length: 2000 }, (_, index) => [`Step ${index}`, 2000 - index])
  const { steps, notes } = drawn(fields, rows, byStep, { heightPx: 180 })
  expect(steps).toHaveLength(10)
  expect(notes).toEqual(['Showing the first 10 of 2,000 steps.'])
})

it.each([
  ['nothing chosen', {}, [['Visit', 1]], 'Choose the column with the steps, or a measure for each step.'],
  ['a negative value', byStep, [['Visit', -4]], 'A funnel cannot show negative values: Visit is −4.'],
  ['only zeros', byStep, [['Visit', 0]], 'Every value is zero or missing.'],
  ['a text as measure', { x: 'step', y: ['step'] }, [['Visit', 1]], 'step does not hold numbers.'],
])('%s is said', (_, visual, rows, reason) => {
  expect(drawn(fields, rows, visual).reason).toContain(reason)
})
