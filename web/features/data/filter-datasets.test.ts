import type { Dataset } from '@tidemark/shared/datasets/dataset'
import { datasetOf } from '@testkit/entries/dataset-fixture'
import { expect, test } from 'vitest'
import { filterDatasets } from './filter-datasets'

function withColumns(name: string, tableName: string, columnNames: readonly string[]): Dataset {
  const columns = columnNames.map((column) => ({
    name: column,
    type: 'text' as const,
    databaseType: 'VARCHAR',
    nullCount: 0,
    sample: [],
  }))
  return datasetOf(tableName, { name, columns })
}

const weather = withColumns('Weather in Seattle', 'weather', ['date', 'high_c'])
const orders = withColumns('Orders', 'orders_2024', ['id', 'Total'])

test.each([
  ['', [weather, orders]],
  ['SEATTLE', [weather]],
  ['orders_', [orders]],
  ['total', [orders]],
  ['weather high_c', [weather]],
  ['weather total', []],
])('searching for “%s” finds by name, table and column', (search, found) => {
  expect(filterDatasets([weather, orders], search)).toEqual(found)
})
