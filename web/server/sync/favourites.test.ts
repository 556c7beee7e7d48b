import type { Actor } from '@tidemark/shared/access/actor'
import type { Cookie } from '@tidemark/shared/sync/protocol'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createHistoryService } from '../history/history-service'
import { mutationOf, openSyncTestBed, personOf, pullFrom, pushOf, type SyncTestBed } from '@testkit/sync/sync-test-bed'

const ann = personOf('ann', { role: 'viewer' })
const bob = personOf('bob')
const boss = personOf('boss', { role: 'owner' })
const target = { kind: 'dashboard', id: 'd' }
const key = 'favourite/ann/dashboard/d'

describe('a favourite', () => {
  let bed: SyncTestBed
  beforeEach(async () => {
    bed = await openSyncTestBed()
    const firstTab = { id: 't', name: 't', order: 'a0' }
    await act(bob, 'createFolder', { id: 'f', parentId: null, name: 'f', order: 'a0' })
    await act(bob, 'createDashboard', { id: 'd', folderId: 'f', name: 'd', description: '', order: 'a0', firstTab })
  })
  afterEach(() => bed.dispose())

  const act = (actor: Actor, name: string, args: object) =>
    bed.sync.mutate(actor, name, { at: 1, actionId: 'step', ...args })
  const keysOf = async (actor: Actor) => (await bed.sync.readView(actor)).snapshot.entries.map(([found]) => found)
  const pull = async (actor: Actor, cookie: Cookie | null) => {
    const { patch, cookie: next } = await pullFrom(bed, actor, cookie, `group-${actor.userId}`)
    return { next, told: patch.map((operation) => ('key' in operation ? `${operation.op} ${operation.key}` : 'clear')) }
  }

  test('of a viewer is theirs alone: nobody else is sent it or its end', async () => {
    const [anns, bobs, bosses] = [await pull(ann, null), await pull(bob, null), await pull(boss, null)]
    await act(ann, 'addFavourite', { target })
    const added = await pull(ann, anns.next)
    expect(added.told).toEqual([`put ${key}`])
    await act(ann, 'removeFavourite', { target })
    expect((await pull(ann, added.next)).told).toEqual([`del ${key}`])
    await act(ann, 'addFavourite', { target })
    for (const [actor, before] of [
      [bob, bobs],
      [boss, bosses],
    ] as const) {
      expect((await pull(actor, before.next)).told).toEqual([])
      expect(await keysOf(actor)).not.toContain(key)
    }
    expect(await keysOf(ann)).toContain(key)
  })

  test('stands in no history and no audit', async () => {
    await act(ann, 'addFavourite', { target })
    const history = createHistoryService({ store: bed.store })
    for (const actor of [ann, bob, boss]) {
      const { revisions } = await history.read(actor, 'dashboard', 'd')
      expect(revisions.map((revision) => revision.key)).not.toContain(key)
      expect(revisions.map(({ userId }) => userId)).not.toContain('ann')
    }
    expect(await bed.store.read('acme', (tx) => tx.listPast('favourite/', Number.MAX_SAFE_INTEGER, 10))).toEqual([])
  })

  test('and a view of a viewer’s own are in no one else’s pull, page or history', async () => {
    const own = 'personal-view/ann/d/v'
    const [anns, bobs] = [await pull(ann, null), await pull(bob, null)]
    const fields = { id: 'v', dashboardId: 'd', name: 'Mine', values: {}, parameters: {}, isDefault: true, order: 'a0' }
    await act(ann, 'createPersonalView', fields)
    expect((await pull(ann, anns.next)).told).toEqual([`put ${own}`])
    expect((await pull(bob, bobs.next)).told).toEqual([])
    expect([await keysOf(ann), await keysOf(boss)].map((keys) => keys.includes(own))).toEqual([true, false])
    expect(await bed.store.read('acme', (tx) => tx.listPast('personal-view/', Number.MAX_SAFE_INTEGER, 10))).toEqual([])
    await act(bob, 'keepFolder', { id: 'f', first: [{ to: { kind: 'person', userId: 'bob' }, level: 'edit' }] })
    await expect(act(ann, 'createPersonalView', { ...fields, id: 'w' })).rejects.toMatchObject({ code: 'not-found' })
  })

  test('of others is neither changed nor found out by anybody: there or not, the answer is the same', async () => {
    const value = { userId: 'ann', target, createdAt: 1 }
    const tries = [
      { key, expected: null, restored: value },
      { key, expected: value, restored: null },
      { key, expected: { createdAt: 1 }, restored: { createdAt: 2 } },
    ]
    const answers = () =>
      Promise.all(
        [bob, boss].flatMap((actor) =>
          tries.map((change) =>
            act(actor, 'restoreEntries', { changes: [change] }).then(
              () => 'done',
              (thrown: unknown) => thrown,
            ),
          ),
        ),
      )
    const before = await answers()
    await act(ann, 'addFavourite', { target })
    expect(await answers()).toEqual(before)
    expect(before).toEqual(before.map(() => expect.objectContaining({ code: 'forbidden' })))
    await act(bob, 'removeFavourite', { target })
    expect(await keysOf(ann)).toContain(key)
  })

  test('of what its person may not see is not made, and says nothing of it', async () => {
    await act(bob, 'keepFolder', { id: 'f', first: [{ to: { kind: 'person', userId: 'bob' }, level: 'edit' }] })
    await act(ann, 'addFavourite', { target })
    await act(ann, 'addFavourite', { target: { kind: 'dashboard', id: 'nothing' } })
    expect(await keysOf(ann)).toEqual([])
  })

  test('is added and taken off in two browsers that were offline, without a refusal', async () => {
    for (const [browser, names] of [
      ['one', ['addFavourite', 'addFavourite']],
      ['other', ['addFavourite', 'removeFavourite', 'removeFavourite', 'addFavourite']],
    ] as const) {
      const mutations = names.map((name, index) => mutationOf(index + 1, name, { target }, `client-${browser}`))
      expect(await bed.sync.push(ann, pushOf(mutations, { clientGroupID: `group-${browser}` }))).toEqual({})
    }
    expect((await keysOf(ann)).filter((found) => !/^(folder|dashboard|tab)\//.test(found))).toEqual([key])
  })
})
