import { datasetKey, datasetSchema } from '@tidemark/shared/datasets/dataset'
import { MapEntryTx } from '@tidemark/shared/entries/map-entry-tx'
import { expect, test } from 'vitest'
import { listRecentContent } from './list-recent-content'

test('data that came last is first, and the samples, all of one moment, are in the order of their names', async () => {
  const tx = new MapEntryTx('ann')
  for (const [name, updatedAt] of [
    ['Weather', 1],
    ['Birds', 1],
    ['Sales', 3],
    ['Orders', 2],
  ] as const) {
    const dataset = datasetSchema.parse({
      id: name,
      name,
      tableName: name.toLowerCase(),
      description: '',
      format: 'csv',
      fileName: 'a.csv',
      versionId: 'v1',
      rowCount: 2,
      sizeBytes: 9,
      columns: [],
      notes: [],
      sourceUrl: null,
      licence: null,
      deletedAt: null,
      createdAt: 1,
      createdBy: 'ann',
      updatedAt,
      updatedBy: 'ann',
    })
    await tx.set(datasetKey(dataset.id), dataset)
  }
  const view = {
    get: (key: string) => tx.entries.get(key),
    scan: (prefix: string) => [...tx.entries].filter(([key]) => key.startsWith(prefix)),
  }
  expect(listRecentContent(view).datasets.map(({ name }) => name)).toEqual(['Sales', 'Orders', 'Birds', 'Weather'])
})
