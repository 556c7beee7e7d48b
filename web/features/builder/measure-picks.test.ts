import { describe, expect, test } from 'vitest'
import { measureLabel } from '@tidemark/shared/builder/part-labels'
import type { BuilderTable } from '@tidemark/shared/builder/suggest-join'
import type { FieldType } from '@tidemark/shared/query/field'
import { measurePicks } from './measure-picks'
import { rankPicks } from '@/features/commands/rank-picks'

const columns: readonly (readonly [name: string, type: FieldType])[] = [
  ['Order ID', 'integer'],
  ['Region', 'text'],
  ['Ordered', 'date'],
  ['Amount', 'number'],
]
const table: BuilderTable = {
  table: { schema: null, name: 'sales' },
  title: 'Sales',
  rowCount: null,
  columns: columns.map(([name, type]) => ({ name, type, databaseType: type, references: null })),
}

/** The picks shown for a typed text, with the measure of each. */
function found(query: string): Record<string, string> {
  const measures: string[] = []
  const groups = measurePicks([{ join: null, table }], (measure) => measures.push(measureLabel(measure)))
  const labels = rankPicks(groups, query).flatMap(({ items }) =>
    items.map(({ label, onPick }) => {
      onPick()
      return label
    }),
  )
  return Object.fromEntries(labels.map((label, index) => [label, measures[index] ?? '']))
}

describe('measurePicks', () => {
  test('each column is measured in the way that suits it: ids and texts are not added up or put in order', () => {
    expect(found('')).toEqual({
      'Count of rows': 'Count',
      'Order ID': 'Distinct Order ID',
      Region: 'Distinct Region',
      Ordered: 'Lowest Ordered',
      Amount: 'Sum of Amount',
    })
  })

  test('what is added up comes before what is counted', () => {
    expect(Object.keys(found(''))).toEqual(['Count of rows', 'Amount', 'Order ID', 'Region', 'Ordered'])
  })

  test('other ways are found by what people call them', () => {
    expect(Object.keys(found('sum'))[0]).toBe('Sum of Amount')
    expect(found('avg amount')).toEqual({ 'Average Amount': 'Average Amount' })
    expect(found('unique region')).toEqual({ 'Distinct Region': 'Distinct Region' })
    expect(Object.keys(found('count'))[0]).toBe('Count of rows')
  })

  test('the name of a column comes before the ways to measure it', () => {
    expect(Object.keys(found('amount')).slice(0, 2)).toEqual(['Amount', 'Sum of Amount'])
  })
})
