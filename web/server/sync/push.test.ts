import { personalAudience } from '@tidemark/shared/access/actor'
import { catalogue, type ErrorCode } from '@tidemark/shared/errors/catalogue'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { mutationErrorKey, pushRequestSchema } from '@tidemark/shared/sync/protocol'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Store, StoreWriteTx } from '../store/store'
import { maxRefused } from './refused-mutations'
import {
  createFolderOf,
  mutationOf,
  hasEngine,
  openSyncTestBed,
  personOf,
  pullFrom,
  pushOf,
  type SyncTestBed,
} from '@testkit/sync/sync-test-bed'
import { createSyncService } from './sync-service'

const ann = personOf('ann')
const bob = personOf('bob')

describe.skipIf(!hasEngine)('a push', () => {
  let bed: SyncTestBed
  beforeEach(async () => {
    bed = await openSyncTestBed()
  })
  afterEach(() => bed.dispose())

  const version = () => bed.store.read('acme', async (tx) => (await tx.getOrg()).version)
  const lastId = (clientId = 'c1') =>
    bed.store.read('acme', async (tx) => (await tx.getClient(clientId))?.lastMutationId)
  const valueOf = (key: string) => bed.store.read('acme', async (tx) => (await tx.getEntry(key))?.value ?? null)
  const folderIds = async () => {
    const { view } = await bed.sync.readView(ann, ['folder/'])
    return [...view.scan('folder/')].map(([key]) => key.slice('folder/'.length))
  }

  test('writes the effects of its mutations and the last mutation id at the same version', async () => {
    expect(await bed.sync.push(ann, pushOf([createFolderOf(1, 'a'), createFolderOf(2, 'b')]))).toEqual({})
    expect(await folderIds()).toEqual(['a', 'b'])
    await bed.store.read('acme', async (tx) => {
      expect((await tx.getEntry('folder/b'))?.version).toBe(1)
      expect(await tx.getClient('c1')).toEqual({ id: 'c1', groupId: 'g1', lastMutationId: 2, version: 1 })
    })
  })

  test("stands under the server's clock, whatever time the client claims", async () => {
    await bed.sync.push(
      ann,
      pushOf([mutationOf(1, 'createFolder', { id: 'a', parentId: null, name: 'a', order: 'a0', at: 99 })]),
    )
    expect(await valueOf('folder/a')).toMatchObject({
      createdAt: bed.clock.now,
      updatedAt: bed.clock.now,
      createdBy: 'ann',
    })
  })

  test('that comes again changes nothing, not even the version', async () => {
    const request = pushOf([createFolderOf(1, 'a'), mutationOf(2, 'createFolder', {}), createFolderOf(3, 'b')])
    await bed.sync.push(ann, request)
    const before = await bed.store.read('acme', async (tx) => [
      await tx.listChanges(0, ann.audiences),
      await tx.listClients('g1', 0),
      await tx.getOrg(),
    ])
    expect(await bed.sync.push(ann, request)).toEqual({})
    const after = await bed.store.read('acme', async (tx) => [
      await tx.listChanges(0, ann.audiences),
      await tx.listClients('g1', 0),
      await tx.getOrg(),
    ])
    expect(after).toEqual(before)
    expect(bed.pokes).toHaveLength(1)
  })

  test('that overlaps with an earlier one processes only what is new', async () => {
    await bed.sync.push(ann, pushOf([createFolderOf(1, 'a')]))
    await bed.sync.push(ann, pushOf([createFolderOf(1, 'a'), createFolderOf(2, 'b')]))
    expect([await folderIds(), await lastId()]).toEqual([['a', 'b'], 2])
  })

  test('with a gap stops there and does not advance', async () => {
    await bed.sync.push(ann, pushOf([createFolderOf(1, 'a')]))
    expect(
      await bed.sync.push(ann, pushOf([createFolderOf(2, 'b'), createFolderOf(4, 'd'), createFolderOf(1, 'e', 'c2')])),
    ).toEqual({})
    expect([await folderIds(), await lastId(), await lastId('c2')]).toEqual([['a', 'b'], 2, undefined])
    await bed.sync.push(ann, pushOf([createFolderOf(4, 'd')]))
    expect([await folderIds(), await lastId(), await version()]).toEqual([['a', 'b'], 2, 2])
  })

  test.each([
    ['unknown', 'dropEverything', {}, 'unknown-mutation'],
    ['named like a part of every object', 'constructor', {}, 'unknown-mutation'],
    ['with wrong arguments', 'createFolder', { id: 'x', parentId: null, name: '', order: 'a0' }, 'invalid-mutation'],
    ['with an argument too many', 'deleteTile', { id: 'x', dashboardId: 'y', force: true }, 'invalid-mutation'],
    ['without arguments', 'createFolder', null, 'invalid-mutation'],
    ['that its mutator refuses', 'updateFolder', { id: 'absent', name: 'x' }, 'not-found'],
    ['that the role does not allow', 'updateWorkspace', { name: 'x' }, 'forbidden'],
  ])(
    'mutation %s is noted for the person, writes nothing else, and the next ones go on',
    async (_, name, args, code) => {
      const refused = mutationOf(1, name, args)
      expect(await bed.sync.push(ann, pushOf([refused, createFolderOf(2, 'b')]))).toEqual({})
      expect([await folderIds(), await lastId()]).toEqual([['b'], 2])
      const note = await bed.store.read('acme', (tx) => tx.getEntry(mutationErrorKey('c1', 1)))
      expect(note?.audience).toBe(personalAudience('ann'))
      expect(note?.value).toMatchObject({ clientId: 'c1', mutationId: 1, name, args: refused.args, at: bed.clock.now })
      expect(note?.value?.error).toMatchObject({ code, message: catalogue[code as keyof typeof catalogue].message })
      expect(
        (await pullFrom(bed, bob, null, 'g-bob')).patch.map((operation) => 'key' in operation && operation.key),
      ).toEqual(['folder/b'])
    },
  )

  test('mutation that is refused half way leaves nothing of its first half', async () => {
    const inside = mutationOf(2, 'createFolder', { id: 'b', parentId: 'a', name: 'b', order: 'a0' })
    await bed.sync.push(ann, pushOf([createFolderOf(1, 'a'), inside]))
    const changes = [
      {
        key: 'folder/new',
        expected: null,
        restored: {
          id: 'new',
          parentId: null,
          name: 'x',
          order: 'a0',
          deletedAt: null,
          createdAt: 1,
          createdBy: 'ann',
        },
      },
      { key: 'folder/a', expected: { parentId: null }, restored: { parentId: 'b' } },
    ]
    await bed.sync.push(ann, pushOf([mutationOf(3, 'restoreEntries', { changes })]))
    expect([await folderIds(), await lastId()]).toEqual([['a', 'b'], 3])
    expect(await valueOf('folder/a')).toMatchObject({ parentId: null })
    expect(await valueOf(mutationErrorKey('c1', 3))).toMatchObject({ error: { code: 'invalid-mutation' } })
  })

  test('refused mutation can be discarded by the person it belongs to and by nobody else', async () => {
    await bed.sync.push(ann, pushOf([mutationOf(1, 'nonsense', {})]))
    const discard = { clientId: 'c1', mutationId: 1 }
    await expect(bed.sync.mutate(bob, 'discardMutationError', discard)).rejects.toMatchObject({ code: 'not-found' })
    const viewer = personOf('ann', { role: 'viewer' })
    await bed.sync.mutate(viewer, 'discardMutationError', discard)
    expect(await valueOf(mutationErrorKey('c1', 1))).toBeNull()
  })

  test.each([
    ['another person', bob],
    ['another org of the same person', personOf('ann', { orgId: 'other' })],
  ])('for a group of %s is refused before anything is processed', async (_, stranger) => {
    await bed.sync.push(ann, pushOf([createFolderOf(1, 'a')]))
    const forged = bed.sync.push(stranger, pushOf([createFolderOf(2, 'b')]))
    await expect(forged).rejects.toMatchObject({ code: 'foreign-client-group', status: 403 })
    expect([await folderIds(), await lastId(), await version()]).toEqual([['a'], 1, 1])
  })

  test('refused mutations are kept as far as there is room, and what is dropped for newer ones is counted', async () => {
    const large = { text: 'x'.repeat(maxRefused.sizeBytes / 2) }
    await bed.sync.push(ann, pushOf([1, 2, 3].map((id) => mutationOf(id, 'no-such', large))))
    const notes = await bed.store.read('acme', (tx) => tx.scanEntries('mutation-error/', [personalAudience('ann')]))
    expect(notes.map(({ key, value }) => [key, value.dropped])).toEqual([[mutationErrorKey('c1', 3), 2]])
  })

  test("with another person's client id is refused before anything is processed", async () => {
    await bed.sync.push(ann, pushOf([createFolderOf(1, 'a')]))
    const forged = pushOf([createFolderOf(1, 'mine', 'c9'), createFolderOf(2, 'b', 'c1')], { clientGroupID: 'g-bob' })
    await expect(bed.sync.push(bob, forged)).rejects.toMatchObject({ code: 'foreign-client-group' })
    expect([await folderIds(), await lastId(), await lastId('c9'), await version()]).toEqual([['a'], 1, undefined, 1])
  })

  test('of a group the store has never heard of, but which had mutations confirmed, asks the client to start over', async () => {
    expect(await bed.sync.push(ann, pushOf([createFolderOf(7, 'a')]))).toEqual({ error: 'ClientStateNotFound' })
    expect(await version()).toBe(0)
  })

  test('without mutations leaves no trace', async () => {
    expect(await bed.sync.push(ann, pushOf([]))).toEqual({})
    expect(await bed.store.read('acme', (tx) => tx.getClientGroup('g1'))).toBeUndefined()
  })

  test.each([
    [{ pushVersion: 2 }, 'push'],
    [{ schemaVersion: 'tomorrow' }, 'schema'],
  ])('in a language the server does not speak (%o) is told so', async (changes, versionType) => {
    expect(await bed.sync.push(ann, pushOf([createFolderOf(1, 'a')], changes))).toEqual({
      error: 'VersionNotSupported',
      versionType,
    })
    expect(await version()).toBe(0)
  })

  test.each([
    ['7', true],
    ['6', true],
    ['5', false],
    ['8', false],
  ])('by a page of schema %s, where 7 is served and 6 was before: taken is %s', async (schemaVersion, isTaken) => {
    const { store, log } = bed
    const pokes = { publish: () => undefined }
    const sync = createSyncService({ store, log, pokes, clock: () => 1, schemaVersions: ['7', '6'] })
    const refused = { error: 'VersionNotSupported', versionType: 'schema' }
    const request = { pullVersion: 1, clientGroupID: 'g1', profileID: 'p', schemaVersion, cookie: null }
    expect(await sync.push(ann, pushOf([createFolderOf(1, 'a')], { schemaVersion }))).toEqual(isTaken ? {} : refused)
    expect(await folderIds()).toEqual(isTaken ? ['a'] : [])
    expect(await sync.pull(ann, request)).toEqual(
      isTaken ? expect.objectContaining({ lastMutationIDChanges: { c1: 1 } }) : refused,
    )
  })

  test('of many mutations is processed to its end, 50 to a transaction', async () => {
    await bed.sync.push(ann, pushOf(Array.from({ length: 120 }, (_, index) => createFolderOf(index + 1, `f${index}`))))
    expect([await lastId(), await version()]).toEqual([120, 3])
    expect(await folderIds()).toHaveLength(120)
  })

  test('that is slow lets others in after 50 ms', async () => {
    bed.clock.stepMs = 20
    await bed.sync.push(ann, pushOf(Array.from({ length: 6 }, (_, index) => createFolderOf(index + 1, `f${index}`))))
    expect(await lastId()).toBe(6)
    expect(await version()).toBeGreaterThan(2)
  })

  test('with arguments nested past any use is refused as malformed', () => {
    const deep = JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`)
    expect(pushRequestSchema.safeParse(pushOf([mutationOf(1, 'createFolder', { deep })])).success).toBe(false)
    // Deeper than any call stack; a million levels took seconds of garbage collection.
    const deeper = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
    expect(pushRequestSchema.safeParse(pushOf([mutationOf(1, 'createFolder', { deep: deeper })])).success).toBe(false)
  })

  test('from a client whose id no engine could keep is refused as malformed', () => {
    for (const id of ['c\u0000', 'c\ud800', '\udc00'])
      expect(pushRequestSchema.safeParse(pushOf([createFolderOf(1, 'a', id)])).success).toBe(false)
    expect(pushRequestSchema.safeParse(pushOf([], { clientGroupID: '\u0000' })).success).toBe(false)
  })

  test('is poked about after the commit, with the version others will pull', async () => {
    await bed.sync.push(ann, pushOf([createFolderOf(1, 'a')]))
    expect(bed.pokes).toEqual([{ org: 'acme', version: 1 }])
  })

  test.each([
    ['store-failed', 'putEntry'],
    ['store-failed', 'getEntry'],
    ['store-corrupt', 'getEntry'],
    ['disk-full', 'putEntry'],
  ] as const)(
    'that meets %s in %s advances nothing and fails, so that the client tries again',
    async (code, method) => {
      const failing = createSyncService({
        store: failingStore(bed.store, method, 'folder/b', code),
        log: bed.log,
        clock: () => 1,
        pokes: { publish: (poke) => bed.pokes.push(poke) },
      })
      const request = pushOf([createFolderOf(1, 'a'), createFolderOf(2, 'b')])
      await expect(failing.push(ann, request)).rejects.toMatchObject({ code })
      expect(catalogue[code].status).toBeGreaterThanOrEqual(500)
      expect([await folderIds(), await lastId(), await version(), bed.pokes]).toEqual([[], undefined, 0, []])
      await bed.sync.push(ann, request)
      expect([await folderIds(), await lastId()]).toEqual([['a', 'b'], 2])
    },
  )

  test('cannot take a key of an audience it does not see, nor learn what is there', async () => {
    await bed.store.write('acme', { userId: 'bob', at: 1 }, async (tx) => {
      const value = {
        id: 'secret',
        parentId: null,
        name: 'hers',
        order: 'a0',
        deletedAt: null,
        createdAt: 1,
        createdBy: 'bob',
        updatedAt: 1,
        updatedBy: 'bob',
      }
      await tx.putEntry('folder/secret', value, personalAudience('bob'))
    })
    await bed.sync.push(
      ann,
      pushOf([createFolderOf(1, 'secret'), mutationOf(2, 'updateFolder', { id: 'secret', name: 'x' })]),
    )
    expect(await valueOf('folder/secret')).toMatchObject({ name: 'hers' })
    expect(await valueOf(mutationErrorKey('c1', 1))).toMatchObject({ error: { code: 'already-exists' } })
    expect(await valueOf(mutationErrorKey('c1', 2))).toMatchObject({ error: { code: 'not-found' } })
  })

  test('mutations run outside Replicache follow the same rules and fail with their own error', async () => {
    await bed.sync.mutate(ann, 'createFolder', { id: 'a', parentId: null, name: 'a', order: 'a0' })
    expect(await valueOf('folder/a')).toMatchObject({ createdAt: bed.clock.now })
    await expect(
      bed.sync.mutate(ann, 'createFolder', { id: 'a', parentId: null, name: 'a', order: 'a0' }),
    ).rejects.toMatchObject({ code: 'already-exists' })
    await expect(bed.sync.mutate(ann, 'createFolder', 'a')).rejects.toMatchObject({ code: 'invalid-mutation' })
    await expect(bed.sync.mutate(ann, 'nonsense', {})).rejects.toMatchObject({ code: 'unknown-mutation' })
    await expect(bed.sync.mutate(ann, 'updateWorkspace', { name: 'x' })).rejects.toMatchObject({ code: 'forbidden' })
    expect(await version()).toBe(1)
  })
})

/** Wraps the real store so that one method fails for one key, as on a broken disk. */
function failingStore(store: Store, method: keyof StoreWriteTx, failingKey: string, code: ErrorCode): Store {
  return {
    ...store,
    write: (orgId, author, run) =>
      store.write(orgId, author, (tx) =>
        run(
          new Proxy(tx, {
            get: (target, name) => {
              const member: unknown = Reflect.get(target, name, target)
              if (typeof member !== 'function') return member
              return (key: unknown, ...rest: unknown[]): unknown =>
                name === method && key === failingKey
                  ? Promise.reject(new TidemarkError(code))
                  : member.call(target, key, ...rest)
            },
          }),
        ),
      ),
  }
}
