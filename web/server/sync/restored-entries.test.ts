import type { Actor } from '@tidemark/shared/access/actor'
import type { JsonObject } from '@tidemark/shared/base/json'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSyncTestBed, personOf, type SyncTestBed } from '@testkit/sync/sync-test-bed'

const ann = personOf('ann')
const bob = personOf('bob')
const forBob = [{ to: { kind: 'person', userId: 'bob' }, level: 'edit' }]

describe('what a person says was there before', () => {
  let bed: SyncTestBed
  beforeEach(async () => {
    bed = await openSyncTestBed()
  })
  afterEach(() => bed.dispose())

  const act = (actor: Actor, name: string, args: object) =>
    bed.sync.mutate(actor, name, { at: 1, actionId: 'step', ...args })
  const restore = (actor: Actor, ...changes: object[]) => act(actor, 'restoreEntries', { changes })
  const entry = async (key: string): Promise<JsonObject> => {
    const stored = await bed.store.read('acme', (tx) => tx.getEntry(key))
    if (stored?.value == null) throw new Error(`${key} is not there`)
    return stored.value
  }
  const fields = {
    id: 'c',
    folderId: null,
    name: 'Sales',
    description: '',
    query: { kind: 'sql', connectionId: 'local', sql: 'select 1' },
    visual: defaultVisual,
    order: 'a0',
  }

  describe('about who made a thing', () => {
    test('does not count where it was never there', async () => {
      const forged = { ...fields, deletedAt: null, createdAt: 1, createdBy: 'ann', updatedAt: 1, updatedBy: 'ann' }
      await restore(bob, { key: 'chart/c', expected: null, restored: forged })
      expect(await entry('chart/c')).toMatchObject({ createdBy: 'bob', createdAt: bed.clock.now, updatedBy: 'bob' })
    })

    test('counts as it was written down where somebody else made it', async () => {
      const madeAt = bed.clock.now
      await act(ann, 'createChart', fields)
      const made = await entry('chart/c')
      bed.clock.now += 1000
      await restore(bob, { key: 'chart/c', expected: made, restored: null })
      await restore(bob, { key: 'chart/c', expected: null, restored: { ...made, createdAt: 1, createdBy: 'cleo' } })
      expect(await entry('chart/c')).toMatchObject({ createdBy: 'ann', createdAt: madeAt, updatedBy: 'bob' })
    })

    test('does not count where the thing was there all the time', async () => {
      await act(ann, 'createChart', fields)
      const made = await entry('chart/c')
      await restore(
        bob,
        { key: 'chart/c', expected: made, restored: null },
        { key: 'chart/c', expected: null, restored: { ...made, createdBy: 'bob' } },
      )
      expect(await entry('chart/c')).toMatchObject({ createdBy: 'ann', updatedBy: 'bob' })
    })
  })

  describe('about a folder and what was in it', () => {
    const folder = { id: 'f', parentId: null, name: 'Sales', order: 'a0' }
    const keys = ['folder/f', 'chart/c']
    const takeBack = async () => {
      const made = await Promise.all(keys.map(entry))
      const changes = keys.map((key, index) => ({ key, expected: made[index], restored: null }))
      await restore(ann, ...changes.toReversed())
      return keys.map((key, index) => ({ key, expected: null, restored: made[index] ?? null }))
    }
    beforeEach(async () => {
      await act(ann, 'createFolder', folder)
      await act(ann, 'createChart', { ...fields, folderId: 'f' })
    })

    test('comes back as a whole for who took it back', async () => {
      await restore(ann, ...(await takeBack()))
      expect(await Promise.all(keys.map(entry))).toMatchObject([{ name: 'Sales' }, { folderId: 'f' }])
    })

    test('stays gone for others, who are told no more than that', async () => {
      const again = await takeBack()
      await expect(restore(bob, ...again)).rejects.toMatchObject({ code: 'already-exists' })
    })
  })

  describe('about the place of a folder', () => {
    beforeEach(async () => {
      for (const id of ['read-only', 'hidden']) await act(ann, 'createFolder', folderOf(id))
      const readers = { to: { kind: 'role', role: 'viewer' }, level: 'read' }
      const annEdits = { to: { kind: 'person', userId: 'ann' }, level: 'edit' }
      await act(ann, 'setFolderAccess', { id: 'read-only', access: [annEdits, readers] })
      await act(ann, 'setFolderAccess', { id: 'hidden', access: [annEdits] })
      await act(bob, 'createFolder', folderOf('own'))
      await act(bob, 'setFolderAccess', { id: 'own', access: forBob })
    })
    const folderOf = (id: string, parentId: string | null = null) => ({ id, parentId, name: id, order: 'a0' })
    const author = { createdAt: 1, createdBy: 'bob', updatedAt: 1, updatedBy: 'bob' }

    test.each([
      ['read-only', 'folder-forbidden'],
      ['hidden', 'not-found'],
    ])('puts none with a list of its own into a folder that is %s', async (parentId, code) => {
      const planted = { ...folderOf('new', parentId), access: forBob, deletedAt: null, ...author }
      await expect(restore(bob, { key: 'folder/new', expected: null, restored: planted })).rejects.toMatchObject({
        code,
      })
      const move = { key: 'folder/own', expected: { parentId: null }, restored: { parentId } }
      await expect(restore(bob, move)).rejects.toMatchObject({ code })
      expect(await entry('folder/own')).toMatchObject({ parentId: null })
    })

    test('moves it to where they may edit', async () => {
      await act(bob, 'createFolder', folderOf('open'))
      await restore(bob, { key: 'folder/own', expected: { parentId: null }, restored: { parentId: 'open' } })
      expect(await entry('folder/own')).toMatchObject({ parentId: 'open' })
    })
  })
})
