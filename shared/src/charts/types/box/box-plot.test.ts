import { describe, expect, it } from 'vitest'
import type { CellValue, FieldType } from '../../../query/field'
import type { ChartVisual } from '../../chart-visual'
import { plotInputOf, resultOf, visualOf } from '../../plot/gallery/gallery-data'
import type { PlotInput } from '../../plot/read-columns'
import { boxPlot } from './box-plot'

const fields: Readonly<Record<string, FieldType>> = { carrier: 'text', days: 'number' }

function drawn(
  rows: readonly (readonly CellValue[])[],
  visual: Partial<ChartVisual> = {},
  size: Partial<PlotInput> = {},
  of: Readonly<Record<string, FieldType>> = fields,
) {
  const plot = boxPlot(
    plotInputOf({
      visual: visualOf('box', { x: 'carrier', y: ['days'], ...visual }),
      data: resultOf(of, rows),
      ...size,
    }),
  )
  if (plot.kind !== 'shapes') return { reason: plot.reason, boxes: [], outliers: [], notes: [], plot: null }
  const isOutlier = (index: number) => plot.shapes.some(({ part, mark }) => part === 'outlier' && mark === index)
  const said = plot.marks.map(({ label, values, note }) => [
    label,
    ...values.map(({ text }) => text).toReversed(),
    note,
  ])
  return {
    reason: '',
    plot,
    notes: plot.notes,
    boxes: said.filter((_, index) => !isOutlier(index)),
    outliers: plot.marks.filter((_, index) => isOutlier(index)),
  }
}

const rowsOf = (carrier: string | null, values: readonly CellValue[]) => values.map((value) => [carrier, value])

describe('the lower whisker, quartiles and upper whisker', () => {
  it.each([
    ['five values', [5, 1, 4, 2, 3], ['1', '2', '3', '4', '5']],
    ['four values, between which quartiles lie', [1, 2, 3, 4], ['1', '1.75', '2.5', '3.25', '4']],
    ['two values', [0, 10], ['0', '2.5', '5', '7.5', '10']],
    ['one value', [7], ['7', '7', '7', '7', '7']],
    ['equal values', [3, 3, 3, 3], ['3', '3', '3', '3', '3']],
    ['values below zero', [-5, -1, -4, -2, -3], ['−5', '−4', '−3', '−2', '−1']],
    ['values with one far beyond', [1, 2, 3, 4, 100], ['1', '2', '3', '4', '4']],
    ['decimals written as texts', ['1.10', '2.20', '3.30', '4.40', '5.50'], ['1.1', '2.2', '3.3', '4.4', '5.5']],
  ])('of %s', (_, values, numbers) => {
    const [[, ...found] = []] = drawn(rowsOf('Rail', values), {}, {}, { carrier: 'text', days: 'decimal' }).boxes
    expect(found.slice(0, 5)).toEqual(numbers)
  })
})

it('what lies beyond one and a half boxes is an outlier that can be asked for', () => {
  const { outliers, boxes, plot } = drawn(rowsOf('Rail', [1, 2, 3, 4, 100]))
  expect(boxes[0]?.at(-1)).toBe('5 rows · 1 outlier')
  expect(outliers).toMatchObject([
    {
      label: 'Rail, outlier',
      values: [{ label: 'days', text: '100' }],
      category: 'Rail',
      conditions: [
        { column: 'carrier', op: '=', value: 'Rail' },
        { column: 'days', op: '=', value: 100 },
      ],
    },
  ])
  expect(plot?.marks[0]?.conditions).toEqual([{ column: 'carrier', op: '=', value: 'Rail' }])
})

it('no more than a hundred outliers of a box are drawn, the farthest ones, and it is said', () => {
  const values = [...Array.from({ length: 1000 }, () => 0), ...Array.from({ length: 150 }, (_, index) => index + 1)]
  const { outliers, notes } = drawn(rowsOf('Rail', values))
  expect(outliers.map(({ values: [value] }) => Number(value?.text)).toSorted((a, b) => a - b)[0]).toBe(51)
  expect(notes).toEqual(['100 of 150 outliers are drawn: the farthest of each box.'])
})

it('boxes come by their median, the empty category last, and rows without a number are counted', () => {
  const { boxes, notes } = drawn([
    ...rowsOf('Rail', [1, 2, null]),
    ...rowsOf(null, [90]),
    ...rowsOf('Sea', [8, 9, 'NaN']),
  ])
  expect(boxes.map(([label]) => label)).toEqual(['Sea', 'Rail', '(empty)'])
  expect(notes).toEqual(['2 rows without a number in days left out.'])
})

it('without a column along the axis all rows make one box', () => {
  expect(drawn(rowsOf('Rail', [1, 2, 3]), { x: null }).boxes).toEqual([
    ['All rows', '1', '1.5', '2', '2.5', '3', '3 rows'],
  ])
})

describe('five measures are boxes that the query computed', () => {
  const names = ['low', 'a', 'm', 'b', 'high']
  const of = { carrier: 'text', ...Object.fromEntries(names.map((name) => [name, 'number' as const])) } as const
  const visual = { y: names }

  it('as they are', () => {
    const { boxes, notes, plot } = drawn([['Rail', 1, 2, 3, 5, 9]], visual, {}, of)
    expect(plot?.summary).toBe('Box plot of m by carrier: Rail median 3, half from 2 to 5.')
    expect(boxes).toEqual([['Rail', '1', '2', '3', '5', '9', '']])
    expect(notes).toEqual([])
  })

  it('but for those that do not ascend, lack a number or come twice', () => {
    const rows = [
      ['Rail', 1, 2, 3, 5, 9],
      ['Rail', 1, 2, 3, 5, 9],
      ['Road', 1, 4, 3, 5, 9],
      ['Sea', 1, 2, null, 5, 9],
    ]
    const { boxes, notes } = drawn(rows, visual, {}, of)
    expect(boxes.map(([label]) => label)).toEqual(['Rail'])
    expect(notes).toEqual([
      '2 rows left out, whose five numbers do not ascend.',
      '1 row left out, whose box has another row already.',
    ])
  })
})

it('more boxes than fit are left out with a note, and a second measure too', () => {
  const rows = Array.from({ length: 2000 }, (_, index) => [`Carrier ${index}`, index])
  const { boxes, notes } = drawn(rows, { y: ['days', 'days'] }, { widthPx: 260 })
  expect(boxes).toHaveLength(25)
  expect(boxes[0]?.[0]).toBe('Carrier 1999')
  expect(notes).toEqual([
    'Showing the highest 25 of 2,000 categories.',
    'Only the first of 2 measures is drawn. Ready boxes need five: lower whisker, lower quartile, median, upper quartile, upper whisker.',
  ])
})

it.each([
  ['no measure', { y: [] }, 'Choose the measure whose values are spread.'],
  ['a text as measure', { y: ['carrier'] }, 'carrier does not hold numbers. Choose another measure.'],
])('%s is said', (_, visual, reason) => {
  expect(drawn([['Rail', 1]], visual).reason).toBe(reason)
})
