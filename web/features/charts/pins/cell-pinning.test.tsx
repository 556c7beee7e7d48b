import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { defaultVisual, type ChartVisual } from '@tidemark/shared/charts/chart-visual'
import { plotInputOf } from '@tidemark/shared/charts/plot/gallery/gallery-data'
import { pivotGallery } from '@tidemark/shared/charts/types/pivot/pivot-gallery'
import { pivotPlot } from '@tidemark/shared/charts/types/pivot/pivot-plot'
import { tableGallery } from '@tidemark/shared/charts/types/table/table-gallery'
import { tablePlot } from '@tidemark/shared/charts/types/table/table-plot'
import type { FieldType } from '@tidemark/shared/query/field'
import type { Query } from '@tidemark/shared/query/run-query'
import { testPageEnvironment } from '@testkit/pages/page-environment-fixture'
import { PageEnvironmentProvider } from '@/client/page/page-environment'
import { PivotGrid, type PivotCell } from '@/features/result-grid/pivot-grid'
import { TableGrid, type TableCell } from '@/features/result-grid/table-grid'
import { markAtCell } from '../mark-rows'
import { selectionOfMark } from '../selections/selection-of-mark'
import { cellPinning } from './cell-pinning'
import type { Pins } from './pins'

const field = (name: string, type: FieldType) => ({ name, type, databaseType: '', nullable: true })
const data = {
  fields: [field('region', 'text'), field('product', 'text'), field('sales', 'decimal')],
  columns: [
    ['North', 'South', 'South'],
    ['Tea', 'Tea', 'Coffee'],
    ['1', '2', '3'],
  ],
  rowCount: 3,
}
const visual: ChartVisual = { ...defaultVisual, type: 'table', y: ['sales'], color: 'region', detail: 'product' }

const threadOn = (id: string, measure: string, parts: Readonly<Record<string, string>>) => ({
  id,
  mark: {
    label: Object.values(parts).join(' · '),
    measure,
    parts: Object.entries(parts).map(([column, value]) => ({ column, kind: 'values' as const, values: [value] })),
  },
})

function find(threads: Pins['threads']) {
  const opened: string[] = []
  const pins: Pins = {
    ...{ owner: 'tile', threads, onOpen: (id) => opened.push(id) },
    query: { kind: 'sql', connectionId: 'local', sql: 'SELECT 1' },
  }
  const cells = data.columns.flatMap((values, column) =>
    values.map((_, row) => ({
      ...{ place: `${row} ${column}`, measure: data.fields[column]?.name },
      cell: (): TableCell => ({ row, column }),
    })),
  )
  return { ...cellPinning(pins, visual, data, (cell: TableCell) => markAtCell(cell, data)).find(cells), opened }
}

test('a thread on a value is pinned to the first cell that has it; two share one sign, which opens the first', () => {
  const { at, opened } = find([
    threadOn('a', 'region', { region: 'South' }),
    threadOn('b', 'region', { region: 'South' }),
  ])
  expect([...at].map(([place, { label, count }]) => [place, label, count])).toEqual([
    ['1 0', 'Open thread on South; Open thread on South', 2],
  ])
  at.get('1 0')?.open()
  expect(opened).toEqual(['a'])
})

test('a thread on a number is pinned to the cell of its row and its column, wherever the row is', () => {
  const { at } = find([threadOn('a', 'sales', { product: 'Coffee', region: 'South' })])
  expect([...at.keys()]).toEqual(['2 2'])
})

test('a thread whose value is not in the answer has no cell', () => {
  const { at, places } = find([threadOn('a', 'region', { region: 'West' }), threadOn('b', 'region', { country: 'X' })])
  expect([[...at], [...places]]).toEqual([
    [],
    [
      ['a', 'missing'],
      ['b', 'other'],
    ],
  ])
})

const sql: Query = { kind: 'sql', connectionId: 'local', sql: 'SELECT 1' }
/** Returns the places, `row column`, of the cells in which a grid shows a sign. */
const placesOf = (grid: ReactNode) => {
  const html = renderToString(<PageEnvironmentProvider initial={testPageEnvironment}>{grid}</PageEnvironmentProvider>)
  return [...html.matchAll(/data-cell="(\d+ \d+)"(?:(?!data-cell).)*data-part="pin"/g)].map(([, place]) => place)
}

test('a pivot shows the sign in the cell of its headers and measure', () => {
  const [chart] = pivotGallery
  const given = chart ?? expect.fail()
  const plot = pivotPlot(plotInputOf(given))
  if (plot.kind !== 'pivot') return expect.fail(plot.reason)
  const flat = plot.flat({ collapsedRows: new Set(), collapsedColumns: new Set(), sort: null })
  const conditions = flat.conditionsOf(2, 1)
  const parts = selectionOfMark({ conditions, row: null, values: [] }, { ...given, query: sql })
  const measure = plot.answer.fields[flat.columns[1]?.measure ?? -1]?.name
  const pins: Pins = {
    ...{ owner: 'tile', query: sql, onOpen: () => undefined },
    threads: [{ id: 'a', mark: { label: 'A cell', parts, measure } }],
  }
  const pinning = cellPinning(pins, given.visual, given.data, (cell: Pick<PivotCell, 'conditions' | 'measure'>) => ({
    ...{ ...cell, row: null, values: [] },
  }))
  expect(placesOf(<PivotGrid plot={plot} label="Sales" pinning={pinning} />)).toEqual(['2 2'])
})

test('a grouped table shows the sign of a group at its total', () => {
  const given = tableGallery.find(({ name }) => name === 'table-grouped') ?? expect.fail()
  const plot = tablePlot(plotInputOf(given))
  const { fields, columns } = plot.data
  const by = plot.groups?.by[0] ?? expect.fail()
  const [group] = plot.groups?.groups ?? []
  const measure = fields.at(-1)?.name
  const column = fields[by]?.name ?? ''
  const groupParts = [{ column, kind: 'values' as const, values: [String(group?.path[0])] }]
  const pins: Pins = {
    ...{ owner: 'tile', query: sql, onOpen: () => undefined },
    threads: [{ id: 'a', mark: { label: 'A group', parts: groupParts, measure } }],
  }
  const pinning = cellPinning(pins, given.visual, given.data, (cell: TableCell) => markAtCell(cell, plot.data))
  expect(placesOf(<TableGrid plot={plot} label="Rows" pinning={pinning} />)).toEqual([`0 ${columns.length - 1}`])
})
