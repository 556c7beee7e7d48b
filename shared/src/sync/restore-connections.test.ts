import { expect, test } from 'vitest'
import { connectionIdSchema, connectionKey, connectionSchema } from '../connections/connection'
import { updateConnection } from '../connections/connection-mutators'
import { connectionOf } from '@testkit/entries/connection-fixture'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { restoreEntries } from './restore-entries'

const id = connectionIdSchema.parse('shop')
const stored = connectionOf({ kind: 'mysql', port: 3306 })

async function open() {
  const tx = new MapEntryTx('ann', { role: 'admin' })
  await tx.set(connectionKey(id), stored)
  return tx
}

test('undo brings a deleted one back, for admins, and touches nothing else of it', async () => {
  const tx = await open()
  await tx.run(updateConnection, { id, deletedAt: 5 })
  const change = { key: connectionKey(id), expected: { deletedAt: 5 }, restored: { deletedAt: null } }
  await expect(tx.as('ed', { role: 'editor' }).run(restoreEntries, { changes: [change] })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await tx.run(restoreEntries, { changes: [change] })
  expect(connectionSchema.parse(tx.entries.get(connectionKey(id))).deletedAt).toBeNull()
  const elsewhere = { key: connectionKey(id), expected: { host: 'db.example' }, restored: { host: 'evil.example' } }
  await expect(tx.run(restoreEntries, { changes: [elsewhere] })).rejects.toMatchObject({ code: 'invalid-mutation' })
})
