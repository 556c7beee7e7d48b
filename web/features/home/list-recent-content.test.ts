import { datasetKey } from '@tidemark/shared/datasets/dataset'
import { datasetOf } from '@testkit/entries/dataset-fixture'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
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
    const dataset = datasetOf(name, { updatedAt })
    await tx.set(datasetKey(dataset.id), dataset)
  }
  expect(listRecentContent(tx.view).datasets.map(({ name }) => name)).toEqual(['Sales', 'Orders', 'Birds', 'Weather'])
})
