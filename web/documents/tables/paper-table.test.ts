import { expect, it } from 'vitest'
import type { Plot } from '@tidemark/shared/charts/plot/plot'
import { resultOf, visualOf, type GalleryChart } from '@tidemark/shared/charts/plot/gallery/gallery-data'
import { pivotPlot } from '@tidemark/shared/charts/types/pivot/pivot-plot'
import { tablePlot } from '@tidemark/shared/charts/types/table/table-plot'
import { layOutPages } from '../lay-out-pages'
import { paperPivot, paperTable, type PaperTable } from './paper-table'
import { columnsInRoom, partsInWidth } from './table-layout'

const room = { widthPx: 900, heightPx: 400, locale: 'en', timeZone: 'UTC', weekStart: 1, now: 0 }
const input = ({ visual, data }: Pick<GalleryChart, 'visual' | 'data'>) => ({ ...room, visual, data })

function pivotOf(visual: Parameters<typeof visualOf>[1], data: GalleryChart['data']): PaperTable {
  const plot: Plot = pivotPlot(input({ visual: visualOf('pivot', visual), data }))
  if (plot.kind !== 'pivot') throw new Error('no pivot')
  return paperPivot(plot, 'en')
}
const linesOf = (table: PaperTable) =>
  Array.from({ length: table.rowCount }, (_, row) => table.columns.map((_column, column) => table.textOf(row, column)))
/** Rows of each page of a table by itself. */
function piecesOf(table: PaperTable, widthPx = 900) {
  const content = { kind: 'table', title: 'Sales', description: '', isAlone: false, notes: [], table } as const
  const block = { place: { x: 0, y: 0, w: 12, h: 4 }, content }
  return layOutPages([block], { widthPx, first: 400, other: 400 }, true).flatMap(({ blocks }) => blocks)
}

const regions = ['North', 'South']
const shops = Array.from({ length: 15 }, (_, index) => `Shop ${index + 1}`)
const sales = (years: readonly string[]) =>
  resultOf(
    { region: 'text', shop: 'text', year: 'text', sales: 'integer' },
    regions.flatMap((region) => shops.flatMap((shop) => years.map((year, index) => [region, shop, year, index + 1]))),
  )
const chosen = { pivotRows: ['region', 'shop'], pivotColumns: ['year'], y: ['sales'], pivotHeat: true }

it('a pivot is printed with the headers of its rows and columns, subtotals and heat', () => {
  const table = pivotOf(chosen, sales(['2025', '2026']))
  expect(table.columns.map(({ label }) => label)).toEqual(['region / shop', '2025', '2026', 'Total'])
  const lines = linesOf(table)
  expect(lines.slice(0, 2)).toEqual([
    ['North', '15', '30', '45'],
    ['Shop 1', '1', '2', '3'],
  ])
  expect(lines.at(-1)).toEqual(['Total', '30', '60', '90'])
  expect([table.indentOf(0), table.indentOf(1)]).toEqual([0, 12])
  expect(table.lookOf(0, 1)).toMatchObject({ isStrong: true })
  expect(table.lookOf(1, 2)?.background).toMatch(/^color-mix/)
})

it('a page that goes on within a group says which, and no last rows stand alone', () => {
  const table = pivotOf(chosen, sales(['2025', '2026']))
  const pieces = piecesOf(table)
  expect(pieces.map(({ rows }) => rows?.from)).toEqual([0, ...pieces.slice(0, -1).map(({ rows }) => rows?.to)])
  expect(pieces.at(-1)?.rows).toMatchObject({ to: table.rowCount, isLast: true })
  const [from = 0, to = 0] = [pieces.at(-1)?.rows?.from, pieces.at(-1)?.rows?.to]
  expect(to - from).toBeGreaterThanOrEqual(3)
  expect(pieces.slice(1).map(({ rows }) => table.headsOf(rows?.from ?? 0).map((row) => table.textOf(row, 0)))).toEqual(
    pieces
      .slice(1)
      .map(({ rows }) => (table.indentOf(rows?.from ?? 0) === 0 ? [] : [expect.stringMatching(/North|South/)])),
  )
})

it('columns without room follow in a further part, with the names of the rows and the bands above them', () => {
  const table = pivotOf(
    { pivotRows: ['region'], pivotColumns: ['year', 'shop'], y: ['sales'] },
    sales(['2000', '2001']),
  )
  const tables = piecesOf(table).flatMap(({ content }) => (content.kind === 'table' ? [content] : []))
  expect(tables.map(({ title }) => title)).toEqual(
    tables.map((_, index) => `Sales, part ${index + 1} of ${tables.length}`),
  )
  expect(tables.length).toBeGreaterThan(1)
  const labels = tables.flatMap(({ table: part }) => part.columns.slice(1).map(({ label }) => label))
  expect(labels).toEqual(table.columns.slice(1).map(({ label }) => label))
  for (const { table: part } of tables) expect(part.columns[0]?.label).toBe('region')
  expect(tables.map(({ table: part }) => part.bands[0]?.[0]?.label)).toEqual([
    '2000',
    ...tables.slice(1).map(() => expect.stringMatching(/2000|2001|Total/)),
  ])
})

it('columns of words go to a further part before they are cut to a few letters', () => {
  const names = Array.from({ length: 12 }, (_, index) => `word ${index}`)
  const data = resultOf(Object.fromEntries(names.map((name) => [name, 'text'] as const)), [
    names.map(() => 'Barksdale Air Force Base'),
  ])
  const table = paperTable(tablePlot(input({ visual: visualOf('table', {}), data })), 'en')
  const parts = partsInWidth(table, 900)
  expect(parts.length).toBe(2)
  const placed = parts.flatMap((part) => columnsInRoom(part, 900).columns)
  expect(placed.filter(({ widthPx }) => widthPx < 95)).toEqual([])
  // Where there would be too many parts, no column is left out for it.
  const narrow = partsInWidth(table, 400)
  expect(narrow.map((part) => columnsInRoom(part, 400).leftOut)).toEqual(narrow.map(() => 0))
})

it('a table is printed with its groups, totals and rules', () => {
  const data = resultOf({ country: 'text', city: 'text', sales: 'integer' }, [
    ['Italy', 'Rome', 5],
    ['Italy', 'Turin', 3],
    ['Norway', 'Oslo', 4],
  ])
  const rules = [{ kind: 'fill', tone: 'bad', test: { op: 'less', value: '4' } }] as const
  const visual = visualOf('table', {
    tableGroups: ['country'],
    tableTotals: true,
    columnStyles: [
      {
        column: 'sales',
        format: { ...visualOf('table', {}).format, style: 'currency', currency: 'EUR' },
        rules: [...rules],
      },
    ],
  })
  const table = paperTable(tablePlot(input({ visual, data })), 'en')
  expect(linesOf(table)).toEqual([
    ['Italy', '', '€8'],
    ['', 'Rome', '€5'],
    ['', 'Turin', '€3'],
    ['Norway', '', '€4'],
    ['', 'Oslo', '€4'],
  ])
  expect(table.foot).toEqual(['Total', '', '€12'])
  expect([table.lookOf(1, 2), table.lookOf(2, 2)]).toEqual([{}, { background: expect.stringContaining('--color-bad') }])
})

it('words give way before numbers, which are never cut', () => {
  const column = (isWords: boolean, widthPx: number) => ({ label: '', align: 'start', isWords, widthPx }) as const
  const columns = [column(true, 100), column(false, 150), column(true, 300), column(true, 80), column(false, 90)]
  const { columns: placed, leftOut } = columnsInRoom({ columns, totals: 0 }, 500)
  expect(leftOut).toBe(0)
  expect(placed.map(({ widthPx }) => Math.round(widthPx))).toEqual([112, 162, 62, 62, 102])
  expect(columnsInRoom({ columns, totals: 0 }, 300).leftOut).toBe(3)
  const withTotal = columnsInRoom({ columns, totals: 1 }, 300)
  expect(withTotal.columns.map(({ column }) => column)).toEqual([0, 4])
})

it('sixty columns are printed, with the bands above them and all totals, and the rest is counted', () => {
  const years = Array.from({ length: 40 }, (_, index) => String(1980 + index))
  const pivot = pivotOf({ pivotRows: ['shop'], pivotColumns: ['region', 'year'], y: ['sales'] }, sales(years))
  expect([pivot.columns.length, pivot.leftOut]).toEqual([60, 24])
  expect(pivot.bands[0]?.map(({ label, first, last }) => [label, first, last])).toEqual([
    ['North', 1, 41],
    ['South', 42, 58],
    ['', 59, 59],
  ])
  expect([pivot.columns.at(-1)?.label, pivot.textOf(0, 59)]).toEqual(['Total', '1,640'])
  const names = Array.from({ length: 300 }, (_, index) => `n${index}`)
  const data = resultOf(Object.fromEntries(names.map((name) => [name, 'integer'] as const)), [names.map(() => 1)])
  const visual = { tableTotals: true, rowTotals: true }
  const table = paperTable(tablePlot(input({ visual: visualOf('table', visual), data })), 'en')
  expect([table.columns.length, table.foot?.length, table.leftOut]).toEqual([60, 60, 241])
  expect(table.textOf(0, 59)).toBe('300')
})

it('the totals of a wide pivot stand at the end of its last part', () => {
  const years = Array.from({ length: 58 }, (_, index) => String(1960 + index))
  const pivot = pivotOf({ pivotRows: ['shop'], pivotColumns: ['year'], y: ['sales'] }, sales(years))
  const tables = piecesOf(pivot, 500).flatMap(({ content }) => (content.kind === 'table' ? [content.table] : []))
  const last = tables.at(-1)
  if (last === undefined) throw new Error('no table')
  const { columns, leftOut } = columnsInRoom(last, 500)
  expect(leftOut).toBeGreaterThan(0)
  expect(last.columns[columns.at(-1)?.column ?? 0]?.label).toBe('Total')
})

it('so many rows of a wide table are printed as make fifty thousand cells', () => {
  const names = Array.from({ length: 50 }, (_, index) => `n${index}`)
  const rows = Array.from({ length: 1200 }, () => names.map(() => 1))
  const data = resultOf(Object.fromEntries(names.map((name) => [name, 'integer'] as const)), rows)
  const pieces = piecesOf(paperTable(tablePlot(input({ visual: visualOf('table', {}), data })), 'en'))
  expect(pieces.at(-1)?.rows?.to).toBe(1000)
})
