import { describe, expect, it } from 'vitest'
import type { CellValue, FieldType } from '../../../query/field'
import { shownLabel, type ResultData } from '../../../query/run-query'
import type { ChartVisual } from '../../chart-visual'
import { plotInputOf, resultOf, visualOf } from '../../plot/gallery/gallery-data'
import type { PivotPlot } from '../../plot/plot'
import { unfolded, type FlatPivot, type PivotState } from './flatten-pivot'
import { pivotPlot } from './pivot-plot'

const plotFor = (visual: Partial<ChartVisual>, data: ResultData) =>
  pivotPlot(plotInputOf({ visual: visualOf('pivot', visual), data }))

function pivotFor(visual: Partial<ChartVisual>, data: ResultData): PivotPlot {
  const plot = plotFor(visual, data)
  return plot.kind === 'pivot' ? plot : expect.fail(plot.reason)
}

/** The bands, the headers and the rows of a pivot as lines of text. */
function linesOf({ data, bands, lines }: FlatPivot): string[] {
  const cells = data.columns.slice(1)
  return [
    ...bands.map((band) =>
      band
        .map(({ label, first, last, isOpen }) => `${label}${isOpen === false ? '+' : ''}×${last - first + 1}`)
        .join(' '),
    ),
    data.fields.map(({ name }) => shownLabel(data, name)).join(' '),
    ...lines.map(({ node, isOpen }, row) =>
      [
        `${'.'.repeat(Math.max(0, node.depth - 1))}${node.label}${isOpen === false ? '+' : ''}`,
        ...cells.map((values) => values[row] ?? '∅'),
      ].join(' '),
    ),
  ]
}

const fold = (state: Partial<PivotState>): PivotState => ({ ...unfolded, ...state })

/** Visitors by country and city and by year: whoever comes twice counts once in each total. */
const totalled: ResultData = {
  ...resultOf({ country: 'text', city: 'text', year: 'integer', visitors: 'bigint', level: 'integer' }, [
    ['', '', 0, '6', 7],
    ['', '', 2024, '4', 6],
    ['', '', 2025, '5', 6],
    ['DE', '', 0, '4', 3],
    ['FR', '', 0, '3', 3],
    [null, '', 0, '1', 3],
    ['DE', '', 2024, '3', 2],
    ['DE', '', 2025, '3', 2],
    ['FR', '', 2025, '3', 2],
    [null, '', 2024, '1', 2],
    ['DE', 'Berlin', 0, '3', 1],
    ['DE', 'Köln', 0, '2', 1],
    ['FR', 'Paris', 0, '3', 1],
    [null, null, 0, '1', 1],
    ['DE', 'Berlin', 2024, '3', 0],
    ['DE', 'Berlin', 2025, '2', 0],
    ['DE', 'Köln', 2025, '2', 0],
    ['FR', 'Paris', 2025, '3', 0],
    [null, null, 2024, '1', 0],
  ]),
  totals: { of: { mark: 'pivot', rows: ['country', 'city'], columns: ['year'] }, column: 'level' },
}
const visitors = { pivotRows: ['country', 'city'], pivotColumns: ['year'], y: ['visitors'] }

describe('a pivot of an answer with totals', () => {
  it('shows totals as the database counted them, and an empty header apart from a total', () => {
    const plot = pivotFor(visitors, totalled)
    expect(linesOf(plot.flat(unfolded))).toEqual([
      'country / city 2024 2025 Total',
      'DE 3 3 4',
      '.Berlin 3 2 3',
      '.Köln ∅ 2 2',
      'FR ∅ 3 3',
      '.Paris ∅ 3 3',
      '(empty) 1 ∅ 1',
      '.(empty) 1 ∅ 1',
      'Total 4 5 6',
    ])
    expect(plot.notes).toEqual([])
    expect(plot.summary).toBe(
      'Pivot of visitors with country, city down and year across: 8 rows and 3 columns, totals included.',
    )
  })

  it('folds rows into their total, and sorts them within their header', () => {
    const { flat } = pivotFor(visitors, totalled)
    const [germany] = flat(unfolded).lines
    const column = flat(unfolded).columns.at(-1)?.key ?? ''
    expect(linesOf(flat(fold({ collapsedRows: new Set([germany?.node.key ?? '']) }))).slice(1, 4)).toEqual([
      'DE+ 3 3 4',
      'FR ∅ 3 3',
      '.Paris ∅ 3 3',
    ])
    expect(linesOf(flat(fold({ sort: { column, direction: 'ascending' } }))).slice(1)).toEqual([
      '(empty) 1 ∅ 1',
      '.(empty) 1 ∅ 1',
      'FR ∅ 3 3',
      '.Paris ∅ 3 3',
      'DE 3 3 4',
      '.Köln ∅ 2 2',
      '.Berlin 3 2 3',
      'Total 4 5 6',
    ])
  })

  it('says which rows of the data each cell stands for', () => {
    const { flat } = pivotFor(visitors, totalled)
    const { conditionsOf } = flat(unfolded)
    expect(conditionsOf(1, 0)).toEqual([
      { column: 'country', op: '=', value: 'DE' },
      { column: 'city', op: '=', value: 'Berlin' },
      { column: 'year', op: '=', value: 2024 },
    ])
    expect(conditionsOf(5, 2)).toEqual([{ column: 'country', op: '=', value: null }])
    expect(conditionsOf(7, 2)).toEqual([])
  })

  it('says that a limit does not apply, and of which rows totals are', () => {
    const totals = totalled.totals ?? expect.fail()
    const { notes } = pivotFor(visitors, { ...totalled, totals: { ...totals, limit: 10, isOfMore: true } })
    expect(notes).toEqual([
      'Totals are of all rows, also of those that a filter of a measure leaves out.',
      'All groups are shown: the limit of 10 rows does not apply to a pivot.',
    ])
  })

  it('leaves totals out until those of other sides come', () => {
    const plot = pivotFor({ ...visitors, pivotRows: ['year'], pivotColumns: ['country'] }, totalled)
    expect(linesOf(plot.flat(unfolded)).slice(-1)).toEqual(['Total ∅ ∅ ∅ ∅'])
    expect(plot.notes).toEqual(['The totals come with the next answer.'])
  })
})

const of = (fields: Readonly<Record<string, FieldType>>, ...rows: CellValue[][]) => resultOf(fields, rows)
const sales = of(
  { quarter: 'text', month: 'text', city: 'text', revenue: 'decimal', share: 'number' },
  ['Q1', 'Jan', 'Rome', '0.10', 0.5],
  ['Q1', 'Feb', 'Rome', '0.20', 0.25],
  ['Q2', 'Apr', 'Rome', '9007199254740993.00', 0.125],
  ['Q1', 'Jan', 'Oslo', null, 0.25],
)

describe('a pivot of rows that no database totalled', () => {
  it('adds them up with every digit, below headers in two levels', () => {
    const plot = pivotFor({ pivotRows: ['city'], pivotColumns: ['quarter', 'month'], y: ['revenue'] }, sales)
    expect(linesOf(plot.flat(unfolded))).toEqual([
      'Q1×3 Q2×2 ×1',
      'city Jan Feb Total Apr Total Total',
      'Rome 0.10 0.20 0.30 9007199254740993.00 9007199254740993.00 9007199254740993.30',
      'Oslo ∅ ∅ ∅ ∅ ∅ ∅',
      'Total 0.10 0.20 0.30 9007199254740993.00 9007199254740993.00 9007199254740993.30',
    ])
    expect(plot.notes).toEqual([
      'Totals add up the rows of this result: of averages, medians and distinct counts they mean nothing.',
    ])
    expect(plot.flat().data.fields.map(({ name }) => name)).toEqual([
      'city',
      'Q1 · Jan',
      'Q1 · Feb',
      'Q1 · Total',
      'Q2 · Apr',
      'Q2 · Total',
      'Total',
    ])
    const [first] = plot.flat(unfolded).bands[0] ?? []
    expect(linesOf(plot.flat(fold({ collapsedColumns: new Set([first?.node.key ?? '']) }))).slice(0, 3)).toEqual([
      'Q1+×1 Q2×2 ×1',
      'city Total Apr Total Total',
      'Rome 0.30 9007199254740993.00 9007199254740993.00 9007199254740993.30',
    ])
  })

  it('says that totals are of the rows that are here, if these are not all', () => {
    const visual = visualOf('pivot', { pivotRows: ['city'], y: ['revenue'] })
    const notesOf = (isCut: boolean) => pivotPlot(plotInputOf({ visual, data: sales, isCut })).notes
    expect(notesOf(true)).toEqual([...notesOf(false), 'The totals are of these rows alone, which are not all.'])
  })

  it('names several measures below the headers, and gives percentages no total', () => {
    const plot = pivotFor(
      { pivotRows: ['city'], pivotColumns: ['quarter'], y: ['revenue', 'share'] },
      { ...sales, signs: { share: '%' } },
    )
    expect(linesOf(plot.flat(unfolded)).slice(0, 3)).toEqual([
      'Q1×2 Q2×2 Total×2',
      'city revenue share revenue share revenue share',
      'Rome 0.30 ∅ 9007199254740993.00 0.125 9007199254740993.30 ∅',
    ])
    expect(plot.notes).toHaveLength(2)
    expect(plot.notes[1]).toBe('There is no total of “share”, which cannot be added up.')
  })

  it('stands on one side alone', () => {
    expect(linesOf(pivotFor({ pivotRows: ['city'], y: ['share'] }, sales).flat(unfolded))).toEqual([
      'city share',
      'Rome 0.875',
      'Oslo 0.25',
      'Total 1.125',
    ])
    expect(linesOf(pivotFor({ pivotColumns: ['city'], y: ['share'] }, sales).flat(unfolded))).toEqual([
      'Rows Rome Oslo Total',
      'Total 0.875 0.25 1.125',
    ])
  })

  it('counts rows where there is nothing to measure', () => {
    const cities = of({ city: 'text' }, ['Rome'], ['Oslo'], ['Rome'])
    expect(linesOf(pivotFor({ pivotRows: ['city'] }, cities).flat())).toEqual([
      'city Number of rows',
      'Rome 2',
      'Oslo 1',
      'Total 3',
    ])
  })

  it('colours cells by each measure’s own scale, and no totals by their larger one', () => {
    const { heatOf, flat } = pivotFor({ pivotRows: ['city', 'month'], y: ['share'], pivotHeat: true }, sales)
    const measure = flat().columns[0]?.measure ?? -1
    const colorOf = (value: CellValue) => heatOf?.(measure, value)?.opacity ?? expect.fail()
    expect(colorOf(0.5)).toBeGreaterThan(colorOf(0.25))
    expect(heatOf?.(measure, null)).toBeNull()
  })
})

describe('a pivot that cannot be drawn', () => {
  it.each<[string, Partial<ChartVisual>, ResultData, RegExp]>([
    [
      'a text to measure',
      { pivotRows: ['kind'], y: ['name'] },
      resultOf({ kind: 'text', name: 'text' }, [['a', 'b']]),
      /^name does not hold numbers\. Choose another measure/,
    ],
    ['no side', { y: ['share'] }, sales, /Choose a column for the rows/],
    ['a column on both sides', { pivotRows: ['city'], pivotColumns: ['city'] }, sales, /Remove one/],
    [
      'a million cells',
      { pivotRows: ['a'], pivotColumns: ['b'], y: ['n'] },
      resultOf(
        { a: 'integer', b: 'integer', n: 'integer' },
        Array.from({ length: 2000 }, (_, row) => [row, row, 1]),
      ),
      /2,001 rows and 2,001 columns\. Group by fewer values/,
    ],
  ])('says why: %s', (_, visual, data, reason) => {
    const plot = plotFor(visual, data)
    expect('reason' in plot ? plot.reason : plot.kind).toMatch(reason)
  })
})
