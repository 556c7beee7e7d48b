import type { Dataset } from '@tidemark/shared/datasets/dataset'
import { datasetSchema } from '@tidemark/shared/datasets/dataset'
import { expect, test } from 'vitest'
import { filterDatasets } from './filter-datasets'

function datasetOf(name: string, tableName: string, columnNames: readonly string[]): Dataset {
  return datasetSchema.parse({
    id: tableName,
    name,
    tableName,
    description: '',
    format: 'csv',
    fileName: `${tableName}.csv`,
    versionId: 'v1',
    rowCount: 1,
    sizeBytes: 1,
    columns: columnNames.map((column) => ({
      name: column,
      type: 'text',
      databaseType: 'VARCHAR',
      nullCount: 0,
      sample: [],
    })),
    notes: [],
    sourceUrl: null,
    licence: null,
    deletedAt: null,
    createdAt: 1,
    createdBy: 'a',
    updatedAt: 1,
    updatedBy: 'a',
  })
}

const weather = datasetOf('Weather in Seattle', 'weather', ['date', 'high_c'])
const orders = datasetOf('Orders', 'orders_2024', ['id', 'Total'])

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
