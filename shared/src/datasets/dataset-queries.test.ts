import { expect, test } from 'vitest'
import { MapEntryTx } from '../entries/map-entry-tx'
import { datasetKey, datasetSchema } from './dataset'
import { getNewestDataset } from './dataset-queries'

async function newestOf(...datasets: readonly (readonly [name: string, createdAt: number, deletedAt?: number])[]) {
  const tx = new MapEntryTx('ann')
  for (const [name, createdAt, deletedAt = null] of datasets) {
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
      deletedAt,
      createdAt,
      createdBy: 'ann',
      updatedAt: createdAt,
      updatedBy: 'ann',
    })
    await tx.set(datasetKey(dataset.id), dataset)
  }
  return getNewestDataset({
    get: (key) => tx.entries.get(key),
    scan: (prefix) => [...tx.entries].filter(([key]) => key.startsWith(prefix)),
  })?.name
}

test('the newest data is what was added last and is in use, of one moment the first by name', async () => {
  expect(await newestOf(['Weather', 1], ['Birds', 1])).toBe('Birds')
  expect(await newestOf(['Birds', 1], ['Sales', 3], ['Orders', 2])).toBe('Sales')
  expect(await newestOf(['Birds', 1], ['Sales', 3, 4])).toBe('Birds')
  expect(await newestOf()).toBeUndefined()
})
