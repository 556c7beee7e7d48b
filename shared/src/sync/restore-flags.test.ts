import { expect, test } from 'vitest'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { flagKey, samePercent } from '../flags/flag'
import { createFlag } from '../flags/flag-mutators'
import { restoreEntries } from './restore-entries'
import { undoOf } from './entry-change'

test('a flag is taken back by undo, for admins alone', async () => {
  const tx = new MapEntryTx('ann', { role: 'admin' })
  await tx.run(createFlag, { name: 'fast-lane', description: '', variants: [], percentByRole: samePercent(0) })
  const undo = undoOf(flagKey('fast-lane'), undefined, tx.entries.get(flagKey('fast-lane')))
  const changes = undo === null ? [] : [undo]
  await expect(tx.as('ed', { role: 'editor' }).run(restoreEntries, { changes })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await tx.run(restoreEntries, { changes })
  expect(tx.entries.size).toBe(0)
})
