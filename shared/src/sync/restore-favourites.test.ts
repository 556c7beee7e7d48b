import { beforeEach, describe, expect, test } from 'vitest'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { favouriteKey } from '../favourites/favourite'
import { addFavourite } from '../favourites/favourite-mutators'
import { folderIdSchema, folderKey } from '../folders/folder'
import { createFolder } from '../folders/folder-mutators'
import { undoOf } from './entry-change'
import { restoreEntries } from './restore-entries'

const a = { kind: 'folder', id: folderIdSchema.parse('a') } as const
const key = favouriteKey({ userId: 'ann', target: a })
const listed = () => ({ userId: 'ann', target: a, createdAt: 10 })

describe('favourites', () => {
  let tx: MapEntryTx
  beforeEach(async () => {
    tx = new MapEntryTx('ann', { role: 'viewer' })
    await tx.as('bob').run(createFolder, { id: a.id, parentId: null, name: 'a', order: 'a0' })
  })

  test('are taken away and put back by undo and redo, also of a viewer', async () => {
    await tx.run(addFavourite, { target: a })
    // The server stores its own time.
    const undo = undoOf(key, undefined, { ...listed(), createdAt: 99 })
    const redo = undoOf(key, listed(), undefined)
    if (undo === null || redo === null) throw new Error('there is nothing to undo')
    await tx.run(restoreEntries, { changes: [undo] })
    expect(tx.entries.has(key)).toBe(false)
    await tx.run(restoreEntries, { changes: [redo] })
    expect(tx.entries.has(key)).toBe(true)
  })

  test('of others are not touched by undo, and of nothing else by a viewer', async () => {
    await tx.run(addFavourite, { target: a })
    const change = { key, expected: null, restored: { ...listed() } }
    const take = { key, expected: { ...listed() }, restored: null }
    for (const changes of [[change], [take]])
      await expect(tx.as('bob').run(restoreEntries, { changes })).rejects.toMatchObject({ code: 'forbidden' })
    const rename = { key: folderKey(a.id), expected: { name: 'a' }, restored: { name: 'mine' } }
    await expect(tx.run(restoreEntries, { changes: [rename] })).rejects.toMatchObject({ code: 'forbidden' })
    const changed = { key, expected: { userId: 'ann' }, restored: { userId: 'bob' } }
    await expect(tx.run(restoreEntries, { changes: [changed] })).rejects.toMatchObject({ code: 'invalid-mutation' })
    expect(tx.entries.has(key)).toBe(true)
  })
})

test('a view of a viewer’s own is put back and changed back by undo, and by nobody else', async () => {
  const tx = new MapEntryTx('ann', { role: 'viewer' })
  const stamps = { createdAt: 1, createdBy: 'ann', updatedAt: 1, updatedBy: 'ann' }
  const ids = { id: 'v', dashboardId: 'd', userId: 'ann' }
  const view = { ...ids, name: 'Mine', values: {}, parameters: {}, isDefault: false, order: 'a0', ...stamps }
  const own = 'personal-view/ann/d/v'
  const back = { changes: [{ key: own, expected: null, restored: view }] }
  await expect(tx.as('bob').run(restoreEntries, back)).rejects.toMatchObject({ code: 'forbidden' })
  await tx.run(restoreEntries, back)
  await tx.run(restoreEntries, { changes: [{ key: own, expected: { name: 'Mine' }, restored: { name: 'Before' } }] })
  expect(tx.entries.get(own)).toMatchObject({ name: 'Before', isDefault: false })
})
