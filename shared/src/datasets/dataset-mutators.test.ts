import { beforeEach, describe, expect, test } from 'vitest'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { datasetIdSchema, datasetKey } from './dataset'
import { datasetOf } from '@testkit/entries/dataset-fixture'
import { updateDataset } from './dataset-mutators'

const id = datasetIdSchema.parse('d')
const dataset = datasetOf(id)

describe('updateDataset', () => {
  let tx: MapEntryTx
  beforeEach(async () => {
    tx = new MapEntryTx('bob')
    await tx.set(datasetKey(id), dataset)
  })

  test.each([[{ name: 'Orders' }], [{ description: 'of 2025' }], [{ deletedAt: 5 }]])(
    '%o changes that and nothing else',
    async (changes) => {
      await tx.run(updateDataset, { id, ...changes })
      expect(tx.entries.get(datasetKey(id))).toEqual({ ...dataset, ...changes, updatedAt: 10, updatedBy: 'bob' })
    },
  )

  test.each(['tableName', 'versionId', 'columns', 'rowCount'])('%s comes from the upload alone', (field) => {
    const args = { id, at: 1, actionId: 'step', [field]: dataset.tableName }
    expect(updateDataset.argsSchema.safeParse(args).success).toBe(false)
  })

  test('one that does not exist cannot be changed', async () => {
    await expect(tx.run(updateDataset, { id: datasetIdSchema.parse('absent'), name: 'x' })).rejects.toMatchObject({
      code: 'not-found',
    })
  })
})
