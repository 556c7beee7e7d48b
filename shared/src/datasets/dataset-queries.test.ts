import { expect, test } from 'vitest'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { datasetKey } from './dataset'
import { datasetOf } from '@testkit/entries/dataset-fixture'
import { getNewestDataset } from './dataset-queries'

async function newestOf(...datasets: readonly (readonly [name: string, createdAt: number, deletedAt?: number])[]) {
  const tx = new MapEntryTx('ann')
  for (const [name, createdAt, deletedAt = null] of datasets) {
    const dataset = datasetOf(name, { createdAt, deletedAt })
    await tx.set(datasetKey(dataset.id), dataset)
  }
  return getNewestDataset(tx.view)?.name
}

test('the newest data is what was added last and is in use, of one moment the first by name', async () => {
  expect(await newestOf(['Weather', 1], ['Birds', 1])).toBe('Birds')
  expect(await newestOf(['Birds', 1], ['Sales', 3], ['Orders', 2])).toBe('Sales')
  expect(await newestOf(['Birds', 1], ['Sales', 3, 4])).toBe('Birds')
  expect(await newestOf()).toBeUndefined()
})
