import { everyone, personalAudience } from '@tidemark/shared/access/actor'
import { folderAudience } from '@tidemark/shared/access/folder-access'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Author, Store, StoreReadTx, StoreWriteTx } from '@/server/store/store'
import { chartOf, connectionOf, folderOf } from './store-fixtures'

/** A new, empty store for the suite, and the function that removes it. */
export interface StoreUnderTest {
  readonly store: Store
  readonly dispose: () => Promise<void>
}

const org = 'acme'
const ann: Author = { userId: 'ann', at: 1000 }

/** Tests the contract of every engine; each engine's test file calls it. */
export function describeStore(engine: string, open: () => Promise<StoreUnderTest>): void {
  describe(`the store on ${engine}`, () => {
    let store: Store
    let dispose: () => Promise<void>
    beforeEach(async () => {
      ;({ store, dispose } = await open())
    })
    afterEach(() => dispose())

    const put = (id: string, name = id, audience = everyone, orgId = org) =>
      store.write(orgId, ann, (tx) => tx.putEntry(`folder/${id}`, folderOf(id, name), audience))
    const keys = async (read: (tx: StoreReadTx) => Promise<readonly { readonly key: string }[]>) =>
      await store.read(org, async (tx) => (await read(tx)).map(({ key }) => key))

    test('an org that was never written is at version 0 of epoch 1', async () => {
      expect(await store.read(org, (tx) => tx.getOrg())).toEqual({
        epoch: 1,
        version: 0,
        gcVersion: 0,
        foldersVersion: 0,
      })
    })

    test('each writing transaction raises the version by one and stamps what it writes', async () => {
      expect((await put('a')).version).toBe(1)
      expect((await put('b')).version).toBe(2)
      const entry = await store.read(org, (tx) => tx.getEntry('folder/b'))
      expect(entry).toEqual({ key: 'folder/b', value: folderOf('b'), version: 2, audience: everyone, since: 2 })
    })

    test('a transaction that writes nothing leaves the version as it was', async () => {
      await put('a')
      const written = await store.write(org, ann, async (tx) => {
        await tx.deleteEntry('folder/absent')
        return tx.version
      })
      expect(written).toEqual({ value: 2, version: null })
      expect((await store.read(org, (tx) => tx.getOrg())).version).toBe(1)
    })

    test('nothing of a transaction that throws is kept, and its error arrives unchanged', async () => {
      await put('a')
      const reason = new Error('changed my mind')
      const failed = store.write(org, ann, async (tx) => {
        await tx.putEntry('folder/b', folderOf('b'), everyone)
        await tx.putClientGroup({ id: 'g', userId: 'ann' })
        throw reason
      })
      await expect(failed).rejects.toBe(reason)
      expect(
        await store.read(org, async (tx) => [await tx.getEntry('folder/b'), await tx.getClientGroup('g')]),
      ).toEqual([undefined, undefined])
      expect((await put('c')).version).toBe(2)
    })

    test('a value that does not fit its schema, its key or any concept is refused', async () => {
      const write = (key: string, value: object) =>
        store.write(org, ann, (tx) => tx.putEntry(key, { ...value }, everyone))
      await expect(write('folder/a', { id: 'a' })).rejects.toMatchObject({ code: 'invalid-mutation' })
      await expect(write('folder/a', folderOf('b'))).rejects.toMatchObject({ code: 'invalid-mutation' })
      await expect(write('gadget/a', folderOf('a'))).rejects.toMatchObject({ code: 'invalid-mutation' })
      expect((await store.read(org, (tx) => tx.getOrg())).version).toBe(0)
    })

    /** Moves an entry to the audience of folder `name`; null deletes it. */
    const place = (id: string, folder: string | null) =>
      store.write(org, ann, (tx) =>
        folder === null
          ? tx.deleteEntry(`folder/${id}`)
          : tx.putEntry(`folder/${id}`, folderOf(id), folderAudience(folder)),
      )
    const moved = (version: number, ...folders: string[]) =>
      store.read(org, async (tx) =>
        (await tx.listMoved(version, folders.map(folderAudience))).map(({ key, audience }) => `${key} → ${audience}`),
      )
    const held = (version: number, ...folders: string[]) =>
      store.read(org, (tx) => tx.listHeld(version, folders.map(folderAudience)))

    test('an entry that moves is told to who saw it before, and to nobody else', async () => {
      await place('a', 'red')
      await place('a', 'blue')
      expect(await keys((tx) => tx.listChanges(1, [folderAudience('blue')]))).toEqual(['folder/a'])
      expect(await keys((tx) => tx.listChanges(0, [folderAudience('red')]))).toEqual([])
      expect(await moved(1, 'red')).toEqual(['folder/a → folder:blue'])
      expect(await moved(1, 'blue')).toEqual([])
      expect(await moved(0, 'red')).toEqual([])
      expect(await moved(2, 'red')).toEqual([])
    })

    test('an entry that is moved alone keeps its value and its past', async () => {
      await place('a', 'red')
      await store.write(org, ann, (tx) => tx.moveEntry('folder/a', folderAudience('blue')))
      const entry = { key: 'folder/a', value: folderOf('a'), version: 2, audience: 'folder:blue', since: 2 }
      expect(await store.read(org, (tx) => tx.getEntry('folder/a'))).toEqual(entry)
      expect(await moved(1, 'red')).toEqual(['folder/a → folder:blue'])
      expect(await store.read(org, (tx) => tx.listRevisions('folder/a'))).toHaveLength(1)
      await store.write(org, ann, (tx) => tx.deleteEntry('folder/a'))
      expect((await store.write(org, ann, (tx) => tx.moveEntry('folder/a', 'folder:red'))).version).toBe(4)
      expect((await store.read(org, (tx) => tx.getEntry('folder/a')))?.value).toBeNull()
    })

    test('what was made and moved in one transaction was never seen where it was made', async () => {
      await put('other')
      await store.write(org, ann, async (tx) => {
        await tx.putEntry('folder/a', folderOf('a'), folderAudience('red'))
        await tx.putEntry('folder/a', folderOf('a'), folderAudience('blue'))
      })
      expect([await moved(0, 'red'), await moved(1, 'red'), await held(1, 'blue')]).toEqual([[], [], []])
      expect(await held(2, 'blue')).toEqual(['folder/a'])
    })

    test('what comes back within one transaction never left, and later leaves for all who saw it', async () => {
      await place('a', 'red')
      await store.write(org, ann, async (tx) => {
        for (const folder of ['blue', 'red']) await tx.putEntry('folder/a', folderOf('a'), folderAudience(folder))
      })
      expect(await moved(1, 'blue')).toEqual([])
      expect(await moved(1, 'red')).toEqual(['folder/a → folder:red'])
      await place('a', 'blue')
      expect(await moved(1, 'red')).toEqual(['folder/a → folder:blue'])
      expect(await moved(2, 'red')).toEqual(['folder/a → folder:blue'])
    })

    test('what moved and was then deleted is gone for who saw it where it first was', async () => {
      await place('a', 'red')
      await place('a', 'blue')
      await place('a', null)
      expect(await moved(1, 'red')).toEqual(['folder/a → null'])
      expect(await keys((tx) => tx.listChanges(1, [folderAudience('red')]))).toEqual([])
      expect(await keys((tx) => tx.listChanges(1, [folderAudience('blue')]))).toEqual(['folder/a'])
    })

    test.each(['red', 'blue'])(
      'what is made anew after its deletion, in folder %s, still ends what was there before',
      async (folder) => {
        await place('a', 'red')
        await place('a', null)
        await put('other')
        await place('a', folder)
        // A client that has received the deletion does not receive it again.
        expect([await moved(1, 'red'), await moved(2, 'red')]).toEqual([[`folder/a → folder:${folder}`], []])
        await place('a', 'green')
        expect(await moved(1, 'red')).toEqual(['folder/a → folder:green'])
        expect(await moved(4, folder)).toEqual(['folder/a → folder:green'])
      },
    )

    test('deleted, made and moved in one transaction, it leaves those who saw it before', async () => {
      await place('a', 'red')
      await store.write(org, ann, async (tx) => {
        await tx.deleteEntry('folder/a')
        await tx.putEntry('folder/a', folderOf('a'), folderAudience('red'))
        await tx.putEntry('folder/a', folderOf('a'), folderAudience('blue'))
      })
      expect(await moved(1, 'red')).toEqual(['folder/a → folder:blue'])
    })

    test('what an audience held at a version is what it saw then, deleted since or not, and nothing newer', async () => {
      await place('a', 'red')
      await place('b', 'red')
      await place('b', null)
      await place('c', 'red')
      await place('d', 'blue')
      expect(await held(1, 'red')).toEqual(['folder/a'])
      expect(await held(2, 'red', 'blue')).toEqual(['folder/a', 'folder/b'])
      expect(await held(3, 'red')).toEqual(['folder/a'])
      expect(await held(5, 'red', 'blue')).toEqual(['folder/a', 'folder/c', 'folder/d'])
      expect(await held(5)).toEqual([])
    })

    test('the folders version is that of the last write or deletion of a folder or a connection', async () => {
      const foldersVersion = async () => (await store.read(org, (tx) => tx.getOrg())).foldersVersion
      await put('a')
      await store.write(org, ann, (tx) => tx.putEntry('chart/a', chartOf('a'), everyone))
      expect(await foldersVersion()).toBe(1)
      await store.write(org, ann, async (tx) => {
        await tx.deleteEntry('folder/a')
        expect((await tx.getOrg()).foldersVersion).toBe(tx.version)
      })
      expect(await foldersVersion()).toBe(3)
      await store.write(org, ann, (tx) => tx.putEntry('connection/a', connectionOf('a'), everyone))
      expect(await foldersVersion()).toBe(4)
    })

    test('the rules read live entries whoever may see them, by prefix and in order', async () => {
      await put('b', 'b', personalAudience('bob'))
      await place('a', 'red')
      await put('gone')
      await place('gone', null)
      await store.write(org, ann, (tx) => tx.putEntry('chart/a', chartOf('a'), everyone))
      expect(await keys((tx) => tx.listEntries('folder/'))).toEqual(['folder/a', 'folder/b'])
    })

    test('remembers what a hash means for one person of one org, and forgets the oldest', async () => {
      const get = (userId: string, hash: string, orgId = org) =>
        store.read(orgId, (tx) => tx.getAudiences(userId, hash))
      await store.keepAudiences(org, 'ann', 'one', ['everyone', 'folder:red'])
      await store.keepAudiences(org, 'ann', 'one', ['everyone', 'folder:red'])
      expect(await get('ann', 'one')).toEqual(['everyone', 'folder:red'])
      expect([await get('bob', 'one'), await get('ann', 'two'), await get('ann', 'one', 'other')]).toEqual([
        undefined,
        undefined,
        undefined,
      ])
      expect((await store.read(org, (tx) => tx.getOrg())).version).toBe(0)
    })

    test('names every org that was written', async () => {
      expect(await store.listOrgs()).toEqual([])
      await put('a', 'a', everyone, 'zoo')
      await put('a')
      expect(await store.listOrgs()).toEqual([org, 'zoo'])
    })

    test('the stale version is that of the last deletion or move before a time', async () => {
      const at = (time: number, run: (tx: StoreWriteTx) => Promise<void>) =>
        store.write(org, { userId: 'ann', at: time }, run)
      const stale = (before: number) => store.read(org, (tx) => tx.getStaleVersion(before))
      await place('a', 'red')
      await place('b', 'red')
      expect(await stale(9999)).toBe(0)
      await at(2000, (tx) => tx.deleteEntry('folder/a'))
      await at(3000, (tx) => tx.moveEntry('folder/b', folderAudience('blue')))
      await put('c')
      expect([await stale(2000), await stale(2001), await stale(3001)]).toEqual([0, 3, 4])
    })

    test('collected moves are gone up to the version and no further', async () => {
      for (const folder of ['red', 'blue', 'green']) await place('a', folder)
      await store.write(org, ann, (tx) => tx.collectTombstones(2))
      expect([await moved(1, 'red'), await moved(2, 'blue')]).toEqual([[], ['folder/a → folder:green']])
    })

    test('a deleted entry leaves a tombstone that scans do not see and changes do', async () => {
      await put('a')
      await put('b')
      await store.write(org, ann, (tx) => tx.deleteEntry('folder/a'))
      expect(await keys((tx) => tx.scanEntries('', [everyone]))).toEqual(['folder/b'])
      const tombstone = { key: 'folder/a', value: null, version: 3, audience: everyone, since: 1 }
      expect(await store.read(org, (tx) => tx.listChanges(2, [everyone]))).toEqual([tombstone])
      expect(await store.read(org, (tx) => tx.getEntry('folder/a'))).toEqual(tombstone)
    })

    test('deleting twice leaves the first tombstone', async () => {
      await put('a')
      await store.write(org, ann, (tx) => tx.deleteEntry('folder/a'))
      expect((await store.write(org, ann, (tx) => tx.deleteEntry('folder/a'))).version).toBeNull()
    })

    test('scans take the audiences asked for, by prefix and in key order', async () => {
      await put('b')
      await put('a', 'a', personalAudience('ann'))
      await put('c', 'c', personalAudience('bob'))
      await put('ab')
      expect(await keys((tx) => tx.scanEntries('', [everyone, personalAudience('ann')]))).toEqual([
        'folder/a',
        'folder/ab',
        'folder/b',
      ])
      expect(await keys((tx) => tx.scanEntries('folder/a', [everyone]))).toEqual(['folder/ab'])
      expect(await keys((tx) => tx.scanEntries('fold', [personalAudience('bob')]))).toEqual(['folder/c'])
      expect(await keys((tx) => tx.scanEntries('', [everyone, personalAudience('ann')], 2))).toEqual([
        'folder/a',
        'folder/ab',
      ])
      expect(await keys((tx) => tx.scanEntries('folder/a', [everyone, everyone]))).toEqual(['folder/ab'])
      expect(await keys((tx) => tx.scanEntries('', []))).toEqual([])
    })

    test('changes come in order of version and only from the audiences asked for', async () => {
      await put('b')
      await put('a', 'a', personalAudience('ann'))
      await put('b', 'renamed')
      expect(await keys((tx) => tx.listChanges(0, [personalAudience('ann'), everyone]))).toEqual([
        'folder/a',
        'folder/b',
      ])
      expect(await keys((tx) => tx.listChanges(1, [everyone]))).toEqual(['folder/b'])
      expect(await keys((tx) => tx.listChanges(3, [everyone, personalAudience('ann')]))).toEqual([])
    })

    test('orgs do not see each other', async () => {
      await put('a')
      await put('a', 'theirs', everyone, 'other')
      expect((await store.read('other', (tx) => tx.getEntry('folder/a')))?.version).toBe(1)
      expect((await store.read(org, (tx) => tx.getEntry('folder/a')))?.value).toMatchObject({ name: 'a' })
      expect(await keys((tx) => tx.scanEntries('', [everyone]))).toEqual(['folder/a'])
    })

    test('a read sees one snapshot while others write', async () => {
      await put('a')
      await store.read(org, async (tx) => {
        const before = await tx.getOrg()
        await put('a', 'changed meanwhile')
        expect(await tx.getOrg()).toEqual(before)
        expect((await tx.getEntry('folder/a'))?.value).toMatchObject({ name: 'a' })
      })
      expect((await store.read(org, (tx) => tx.getEntry('folder/a')))?.value).toMatchObject({
        name: 'changed meanwhile',
      })
    })

    test('reads give what was committed last, whatever was read, moved, taken back or written elsewhere before', async () => {
      const second = await open()
      const stores = [store, second.store] as const
      const audiences = [everyone, personalAudience('ann')]
      const reason = new Error('changed my mind')
      const actions = fc.array(
        fc.record({
          store: fc.constantFrom(0, 1),
          org: fc.constantFrom('one', 'two'),
          what: fc.constantFrom('put', 'put', 'move', 'delete', 'take back', 'read'),
          ids: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 }),
          // Few names, so that the same version can bring the same value in one store and another value in the other.
          name: fc.constantFrom('x', 'y'),
        }),
        { maxLength: 25 },
      )
      const a = (what: 'put' | 'take back', name: 'x' | 'y', index: 0 | 1 = 0) => {
        return { store: index, org: 'one' as const, what, ids: ['a' as const], name }
      }
      let run = 0
      try {
        await fc.assert(
          fc.asyncProperty(actions, async (list) => {
            run += 1
            const names = new Map<string, Map<string, string>>()
            for (const { store: index, org, what, ids, name } of list) {
              const [of, orgId] = [stores[index] ?? store, `${org}-${run}`]
              const expected = names.get(`${index} ${orgId}`) ?? new Map<string, string>()
              names.set(`${index} ${orgId}`, expected)
              const scan = async (tx: StoreReadTx) =>
                (await tx.scanEntries('folder/', audiences)).map(({ key, value }) => [key, value.name])
              const listed = async (tx: StoreReadTx) =>
                (await tx.listEntries('folder/')).map(({ key, value }) => [key, value.name])
              const write = async (tx: StoreWriteTx) => {
                for (const id of ids) {
                  if (what === 'move') await tx.moveEntry(`folder/${id}`, personalAudience('ann'))
                  else if (what === 'delete') await tx.deleteEntry(`folder/${id}`)
                  else await tx.putEntry(`folder/${id}`, folderOf(id, name), everyone)
                }
                if (what !== 'take back') return
                // Reads inside the transaction, because the writes are visible nowhere else.
                expect((await scan(tx)).filter(([key]) => ids.some((id) => key === `folder/${id}`))).toEqual(
                  ids.toSorted().map((id) => [`folder/${id}`, name]),
                )
                throw reason
              }
              if (what === 'take back') await expect(of.write(orgId, ann, write)).rejects.toBe(reason)
              else if (what !== 'read') await of.write(orgId, ann, write)
              if (what === 'put') for (const id of ids) expected.set(`folder/${id}`, name)
              if (what === 'delete') for (const id of ids) expected.delete(`folder/${id}`)
              const inOrder = [...expected].toSorted(([a], [b]) => (a < b ? -1 : 1))
              expect(await of.read(orgId, scan)).toEqual(inOrder)
              expect(await of.read(orgId, listed)).toEqual(inOrder)
            }
          }),
          {
            numRuns: 50,
            examples: [
              [[a('put', 'x'), a('put', 'y')]],
              [[a('put', 'x'), a('put', 'y', 1)]],
              [[a('take back', 'x'), a('put', 'y')]],
            ],
          },
        )
      } finally {
        await second.dispose()
      }
    })

    test('concurrent writers take turns: no version is given twice and none is lost', async () => {
      const versions = await Promise.all(
        Array.from({ length: 40 }, async (_, index) => (await put(`f${index}`)).version),
      )
      expect([...versions].sort((a, b) => Number(a) - Number(b))).toEqual(
        Array.from({ length: 40 }, (_, index) => index + 1),
      )
      expect(await keys((tx) => tx.listChanges(0, [everyone]))).toHaveLength(40)
    })

    test('a transaction reads what it has written', async () => {
      await store.write(org, ann, async (tx) => {
        await tx.putEntry('folder/a', folderOf('a'), everyone)
        expect((await tx.getEntry('folder/a'))?.version).toBe(tx.version)
        expect(await tx.scanEntries('folder/', [everyone])).toHaveLength(1)
        expect((await tx.getOrg()).version).toBe(tx.version)
      })
    })

    test('a transaction that is used after its end fails', async () => {
      const kept = await store.read(org, async (tx) => tx)
      await expect(kept.getOrg()).rejects.toMatchObject({ code: 'store-failed' })
      const { value } = await store.write(org, ann, async (tx) => tx)
      await expect(value.putEntry('folder/a', folderOf('a'), everyone)).rejects.toMatchObject({ code: 'store-failed' })
    })

    test('every change of an entry leaves a revision with who and when', async () => {
      await put('a', 'first')
      await store.write(org, { userId: 'bob', at: 2000 }, (tx) =>
        tx.putEntry('folder/a', folderOf('a', 'second'), everyone),
      )
      await store.write(org, ann, (tx) => tx.deleteEntry('folder/a'))
      expect(await store.read(org, (tx) => tx.listRevisions('folder/a'))).toEqual([
        { version: 1, value: folderOf('a', 'first'), userId: 'ann', at: 1000 },
        { version: 2, value: folderOf('a', 'second'), userId: 'bob', at: 2000 },
        { version: 3, value: null, userId: 'ann', at: 1000 },
      ])
    })

    test('several changes of an entry in one transaction are one revision', async () => {
      await store.write(org, ann, async (tx) => {
        await tx.putEntry('folder/a', folderOf('a', 'first'), everyone)
        await tx.putEntry('folder/a', folderOf('a', 'second'), everyone)
      })
      const revisions = await store.read(org, (tx) => tx.listRevisions('folder/a'))
      expect(revisions.map(({ value }) => value?.name)).toEqual(['second'])
    })

    test('the past below a path comes by whole versions, newest first, with what was there before', async () => {
      await put('a', 'first')
      await put('ab', 'other')
      await store.write(org, { userId: 'bob', at: 2000 }, async (tx) => {
        await tx.putEntry('folder/a', folderOf('a', 'second'), everyone)
        await tx.putEntry('folder/c', folderOf('c'), everyone)
      })
      await store.write(org, ann, (tx) => tx.deleteEntry('folder/a'))
      const past = (path: string, before: number, versions: number) =>
        store.read(org, (tx) => tx.listPast(path, before, versions))
      expect(await past('folder/a', 99, 2)).toEqual([
        { key: 'folder/a', version: 4, value: null, previous: folderOf('a', 'second'), userId: 'ann', at: 1000 },
        {
          key: 'folder/a',
          version: 3,
          value: folderOf('a', 'second'),
          previous: folderOf('a', 'first'),
          userId: 'bob',
          at: 2000,
        },
      ])
      expect((await past('folder/a', 3, 2)).map(({ version, previous }) => [version, previous])).toEqual([[1, null]])
      expect((await past('folder/', 4, 2)).map(({ version, key }) => [version, key])).toEqual([
        [3, 'folder/a'],
        [3, 'folder/c'],
        [2, 'folder/ab'],
      ])
      expect(await past('folder/b', 99, 10)).toEqual([])
    })

    test('clients keep their last mutation id and the version it was raised at', async () => {
      await store.write(org, ann, async (tx) => {
        await tx.putClientGroup({ id: 'g', userId: 'ann' })
        await tx.putClient({ id: 'c1', groupId: 'g', lastMutationId: 1 })
        await tx.putClient({ id: 'c2', groupId: 'g', lastMutationId: 7 })
      })
      await store.write(org, ann, (tx) => tx.putClient({ id: 'c1', groupId: 'g', lastMutationId: 2 }))
      await store.read(org, async (tx) => {
        expect(await tx.getClientGroup('g')).toEqual({ id: 'g', orgId: org, userId: 'ann' })
        expect(await tx.getClient('c1')).toEqual({ id: 'c1', groupId: 'g', lastMutationId: 2, version: 2 })
        expect((await tx.listClients('g', 1)).map(({ id }) => id)).toEqual(['c1'])
        expect((await tx.listClients('g', 0)).map(({ id }) => id)).toEqual(['c1', 'c2'])
        expect(await tx.listClients('other', 0)).toEqual([])
      })
    })

    test('a client cannot move to another group', async () => {
      await store.write(org, ann, async (tx) => {
        await tx.putClientGroup({ id: 'g', userId: 'ann' })
        await tx.putClientGroup({ id: 'h', userId: 'ann' })
        await tx.putClient({ id: 'c', groupId: 'g', lastMutationId: 1 })
      })
      const moved = store.write(org, ann, (tx) => tx.putClient({ id: 'c', groupId: 'h', lastMutationId: 2 }))
      await expect(moved).rejects.toMatchObject({ code: 'store-failed' })
    })

    test('collected tombstones are gone up to the version and no further', async () => {
      await put('a')
      await put('b')
      await put('c')
      await store.write(org, ann, (tx) => tx.deleteEntry('folder/a'))
      await store.write(org, ann, (tx) => tx.deleteEntry('folder/b'))
      await store.write(org, ann, (tx) => tx.collectTombstones(4))
      expect(await keys((tx) => tx.listChanges(0, [everyone]))).toEqual(['folder/c', 'folder/b'])
      expect(await store.read(org, (tx) => tx.getOrg())).toEqual({
        epoch: 1,
        version: 6,
        gcVersion: 4,
        foldersVersion: 5,
      })
    })

    test('raising the epoch forgets the clients of this org alone and keeps the entries', async () => {
      await put('a')
      for (const [orgId, id] of [
        [org, 'g'],
        ['other', 'h'],
      ] as const) {
        await store.write(orgId, ann, async (tx) => {
          await tx.putClientGroup({ id, userId: 'ann' })
          await tx.putClient({ id: `${id}1`, groupId: id, lastMutationId: 1 })
        })
      }
      await store.write(org, ann, (tx) => tx.raiseEpoch())
      await store.read(org, async (tx) => {
        expect((await tx.getOrg()).epoch).toBe(2)
        expect([await tx.getClientGroup('g'), await tx.getClient('g1')]).toEqual([undefined, undefined])
        expect((await tx.getClient('h1'))?.lastMutationId).toBe(1)
        expect(await tx.getEntry('folder/a')).toBeDefined()
      })
    })

    test('a closed store refuses transactions and closes twice', async () => {
      const running = put('a')
      await Promise.all([store.close(), store.close()])
      expect((await running).version).toBe(1)
      await expect(store.read(org, (tx) => tx.getOrg())).rejects.toThrow(TidemarkError)
      await expect(put('b')).rejects.toMatchObject({ code: 'store-failed' })
    })
  })
}
