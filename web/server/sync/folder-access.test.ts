import type { Actor } from '@tidemark/shared/access/actor'
import type { FolderGrant } from '@tidemark/shared/access/folder-access'
import type { Cookie } from '@tidemark/shared/sync/protocol'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chartOf } from '@testkit/store/store-fixtures'
import { createHistoryService } from '../history/history-service'
import { openSyncTestBed, personOf, pullFrom, type SyncTestBed } from '@testkit/sync/sync-test-bed'

const ann = personOf('ann')
const bob = personOf('bob')
const cleo = personOf('cleo', { role: 'viewer' })
const boss = personOf('boss', { role: 'admin' })
const forAnn: FolderGrant[] = [{ to: { kind: 'person', userId: 'ann' }, level: 'edit' }]
const withBob: FolderGrant[] = [...forAnn, { to: { kind: 'person', userId: 'bob' }, level: 'read' }]

describe('a folder that is kept to some', () => {
  let bed: SyncTestBed
  beforeEach(async () => {
    bed = await openSyncTestBed()
    await act(ann, 'createFolder', { id: 'f', parentId: null, name: 'f', order: 'a0' })
    await act(ann, 'createDashboard', {
      id: 'd',
      folderId: 'f',
      name: 'd',
      description: '',
      order: 'a0',
      firstTab: { id: 't', name: 't', order: 'a0' },
    })
    await act(ann, 'createTile', {
      id: 'x',
      dashboardId: 'd',
      tabId: 't',
      content: { kind: 'text', text: 'secret' },
      place: { x: 0, y: 0, w: 4, h: 3 },
    })
  })
  afterEach(() => bed.dispose())

  const act = (actor: Actor, name: string, args: object) =>
    bed.sync.mutate(actor, name, { at: 1, actionId: 'step', ...args })
  const keep = (access: FolderGrant[] | null, actor = ann) => act(actor, 'setFolderAccess', { id: 'f', access })
  const pull = async (actor: Actor, cookie: Cookie | null) => {
    const { patch, cookie: next } = await pullFrom(bed, actor, cookie, `group-${actor.userId}`)
    return { next, told: patch.map((operation) => ('key' in operation ? `${operation.op} ${operation.key}` : 'clear')) }
  }
  const all = ['folder/f', 'dashboard/d', 'tab/d/t', 'tile/d/x'].sort()

  test('is taken from who loses it and given to who gains it, and others hear of nothing but the folder', async () => {
    const before = await pull(bob, null)
    const anns = await pull(ann, null)
    await keep(forAnn)
    const lost = await pull(bob, before.next)
    expect(lost.told.sort()).toEqual(all.map((key) => `del ${key}`))
    expect((await pull(ann, anns.next)).told).toEqual(['put folder/f'])
    await keep(withBob)
    expect((await pull(bob, lost.next)).told.sort()).toEqual(all.map((key) => `put ${key}`))
    expect((await pull(cleo, null)).told).toEqual([])
  })

  test('does not exist for others in pages, history and changes, but does for admins', async () => {
    await keep(forAnn)
    expect((await bed.sync.readView(bob)).snapshot.entries).toEqual([])
    expect((await bed.sync.readView(boss)).snapshot.entries).toHaveLength(all.length)
    const history = createHistoryService({ store: bed.store })
    await expect(history.read(bob, 'dashboard', 'd')).rejects.toMatchObject({ code: 'not-found' })
    expect((await history.read(boss, 'dashboard', 'd')).revisions.length).toBeGreaterThan(0)
    await expect(act(bob, 'updateDashboard', { id: 'd', name: 'mine' })).rejects.toMatchObject({ code: 'not-found' })
    await expect(act(bob, 'createFolder', { id: 'g', parentId: 'f', name: 'g', order: 'a0' })).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  test.each([
    ['updateFolder', { id: 'f', name: 'new' }],
    ['setFolderAccess', { id: 'f', access: null }],
    ['openFolder', { id: 'f' }],
    ['grantFolder', { id: 'f', to: { kind: 'role', role: 'viewer' }, level: 'read' }],
    ['revokeFolder', { id: 'f', to: { kind: 'person', userId: 'bob' } }],
    ['createFolder', { id: 'g', parentId: 'f', name: 'g', order: 'a0' }],
    ['updateDashboard', { id: 'd', folderId: null }],
    ['updateTab', { id: 't', dashboardId: 'd', name: 'new' }],
    ['createTab', { id: 'u', dashboardId: 'd', name: 'u', order: 'a1' }],
    ['updateTile', { id: 'x', dashboardId: 'd', content: { kind: 'text', text: 'new' } }],
    ['deleteTile', { id: 'x', dashboardId: 'd' }],
  ])('that somebody only reads stays as it is under %s', async (name, args) => {
    await keep(withBob)
    await expect(act(bob, name, args)).rejects.toMatchObject({ code: 'folder-forbidden' })
    await act(ann, name, args)
  })

  test('that somebody only reads stays as it is under undo', async () => {
    await keep(withBob)
    const changes = [{ key: 'dashboard/d', expected: { name: 'd' }, restored: { name: 'undone' } }]
    await expect(act(bob, 'restoreEntries', { changes })).rejects.toMatchObject({ code: 'folder-forbidden' })
    await act(ann, 'restoreEntries', { changes })
  })

  test('cannot be shut by somebody on themselves, but by an admin on anybody', async () => {
    await expect(keep([])).rejects.toMatchObject({ code: 'folder-forbidden' })
    await keep([], boss)
    expect((await bed.sync.readView(ann)).snapshot.entries).toEqual([])
  })

  test('gives what moves out of it to all, with the tabs and tiles, and takes what moves in', async () => {
    await keep(forAnn)
    const { next } = await pull(bob, null)
    await act(ann, 'updateDashboard', { id: 'd', folderId: null })
    const given = await pull(bob, next)
    expect(given.told.sort()).toEqual(['put dashboard/d', 'put tab/d/t', 'put tile/d/x'])
    await act(ann, 'updateDashboard', { id: 'd', folderId: 'f' })
    expect((await pull(bob, given.next)).told.sort()).toEqual(['del dashboard/d', 'del tab/d/t', 'del tile/d/x'])
    expect((await pull(cleo, null)).told).toEqual([])
  })

  test('is granted and revoked in one row however much it holds', async () => {
    const count = 2_000
    await bed.store.write('acme', { userId: 'ann', at: 1 }, async (tx) => {
      for (let index = 0; index < count; index += 1)
        await tx.putEntry(`chart/c${index}`, chartOf(`c${index}`, 'c', 'f'), 'folder:f')
    })
    const bobs = await pull(bob, null)
    const anns = await pull(ann, null)
    await keep(forAnn)
    const changed = await bed.store.read('acme', (tx) => tx.listChanges(anns.next.v, ['everyone', 'folder:f']))
    expect(changed.map(({ key }) => key)).toEqual(['folder/f'])
    const lost = await pull(bob, bobs.next)
    expect(lost.told).toHaveLength(count + all.length)
    await keep(withBob)
    expect((await pull(bob, lost.next)).told).toHaveLength(count + all.length)
    expect((await pull(ann, anns.next)).told).toEqual(['put folder/f'])
  })
})
