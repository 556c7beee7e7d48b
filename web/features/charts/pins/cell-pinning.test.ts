import { expect, test } from 'vitest'
import { defaultVisual, type ChartVisual } from '@tidemark/shared/charts/chart-visual'
import type { FieldType } from '@tidemark/shared/query/field'
import type { TableCell } from '@/features/result-grid/table-grid'
import { markAtCell } from '../mark-rows'
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
