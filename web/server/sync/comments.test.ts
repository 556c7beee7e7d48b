import type { Actor } from '@tidemark/shared/access/actor'
import type { Cookie } from '@tidemark/shared/sync/protocol'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSyncTestBed, personOf, pullFrom, type SyncTestBed } from '@testkit/sync/sync-test-bed'

const ann = personOf('ann')
const bob = personOf('bob')
const vera = personOf('vera', { role: 'viewer' })

describe('comments', () => {
  let bed: SyncTestBed
  beforeEach(async () => {
    bed = await openSyncTestBed()
    const firstTab = { id: 't', name: 't', order: 'a0' }
    await act(ann, 'createFolder', { id: 'f', parentId: null, name: 'f', order: 'a0' })
    await act(ann, 'createDashboard', { id: 'd', folderId: null, name: 'd', description: '', order: 'a0', firstTab })
    await say(ann, 'one', 'words to be gone')
  })
  afterEach(() => bed.dispose())

  const act = (actor: Actor, name: string, args: object) =>
    bed.sync.mutate(actor, name, { at: 1, actionId: 'step', ...args })
  const say = (actor: Actor, id: string, text: string, threadId: string | null = null) =>
    act(actor, 'createComment', { id, dashboardId: 'd', threadId, tileId: null, text, mentions: [] })
  const pull = async (actor: Actor, cookie: Cookie | null) => {
    const { patch, cookie: next } = await pullFrom(bed, actor, cookie, `group-${actor.userId}`)
    return { next, told: patch.map((operation) => ('key' in operation ? `${operation.op} ${operation.key}` : 'clear')) }
  }

  test('go with their dashboard: who loses it loses them', async () => {
    await act(ann, 'keepFolder', { id: 'f', first: [{ to: { kind: 'person', userId: 'ann' }, level: 'edit' }] })
    const before = await pull(bob, null)
    expect(before.told).toContain('put comment/d/one')
    await act(ann, 'updateDashboard', { id: 'd', folderId: 'f' })
    expect((await pull(bob, before.next)).told).toContain('del comment/d/one')
    // For whom a dashboard is not there, there is nothing to comment on.
    await expect(say(bob, 'two', 'hello')).rejects.toMatchObject({ code: 'not-found' })
  })

  test('are written by viewers where the folder lets them', async () => {
    await act(ann, 'updateDashboard', { id: 'd', folderId: 'f' })
    await expect(say(vera, 'two', 'hello')).rejects.toMatchObject({ code: 'forbidden' })
    await act(ann, 'updateFolder', { id: 'f', viewersComment: true })
    await say(vera, 'two', 'hello', 'one')
    expect((await pull(ann, null)).told).toContain('put comment/d/two')
  })

  test('are in no history, and what was deleted is nowhere', async () => {
    await act(ann, 'deleteComment', { id: 'one', dashboardId: 'd' })
    const stored = await bed.store.read('acme', async (tx) => [
      await tx.listPast('comment/', Number.MAX_SAFE_INTEGER, 10),
      await tx.getEntry('comment/d/one'),
    ])
    expect(stored[0]).toEqual([])
    expect(JSON.stringify(stored)).not.toContain('words to be gone')
  })

  test('that were read are so for the reader alone', async () => {
    const anns = await pull(ann, null)
    await act(vera, 'readComments', { dashboardId: 'd', upTo: 5 })
    expect((await pull(ann, anns.next)).told).toEqual([])
    expect((await pull(vera, null)).told).toContain('put comments-read/vera/d')
  })

  test('are not brought back or rewritten by undo', async () => {
    const stored = await bed.store.read('acme', (tx) => tx.getEntry('comment/d/one'))
    const changes = [{ key: 'comment/d/one', expected: stored?.value, restored: { ...stored?.value, text: 'other' } }]
    await expect(act(ann, 'restoreEntries', { changes })).rejects.toMatchObject({ code: 'invalid-mutation' })
  })
})
