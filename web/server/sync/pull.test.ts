import { withoutSqlOfGone } from '@tidemark/shared/access/sql-texts'
import { everyone, personalAudience } from '@tidemark/shared/access/actor'
import { cookieSchema, epochFactor, type Cookie, type PatchOperation } from '@tidemark/shared/sync/protocol'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { folderOf } from '@testkit/store/store-fixtures'
import type { OrgState, Store } from '../store/store'
import { audienceHash } from './audience-hash'
import { nextCookie } from './pull'
import { createSyncService } from './sync-service'
import {
  createFolderOf,
  mutationOf,
  hasEngine,
  openSyncTestBed,
  personOf,
  pullFrom,
  pushOf,
  tryPull,
  type SyncTestBed,
} from '@testkit/sync/sync-test-bed'

const ann = personOf('ann')
const bob = personOf('bob')
const author = { userId: 'ann', at: 1 }

describe.skipIf(!hasEngine)('a pull', () => {
  let bed: SyncTestBed
  beforeEach(async () => {
    bed = await openSyncTestBed()
  })
  afterEach(() => bed.dispose())

  const put = (id: string, name = id, audience = everyone) =>
    bed.store.write('acme', author, (tx) => tx.putEntry(`folder/${id}`, folderOf(id, name), audience))
  const del = (id: string) => bed.store.write('acme', author, (tx) => tx.deleteEntry(`folder/${id}`))
  const short = (patch: readonly PatchOperation[]) =>
    patch.map((operation) => ('key' in operation ? `${operation.op} ${operation.key}` : operation.op))

  test('with a null cookie gets every live entry, no tombstone and no clear', async () => {
    await put('a')
    await put('b')
    await del('a')
    const { patch, cookie } = await pullFrom(bed, ann, null)
    expect(patch).toEqual([{ op: 'put', key: 'folder/b', value: folderOf('b') }])
    const a = audienceHash([...ann.audiences, withoutSqlOfGone, 'folder:b'])
    expect(cookie).toEqual({ order: epochFactor + 3, e: 1, v: 3, a })
  })

  test('of an org that was never written is a view of nothing, and then unchanged', async () => {
    const { cookie, patch } = await pullFrom(bed, ann, null)
    expect([cookie.v, patch]).toEqual([0, []])
    expect((await pullFrom(bed, ann, cookie)).cookie).toEqual(cookie)
  })

  test('gets what changed since its cookie: puts, and del for what went', async () => {
    await put('a')
    await put('b')
    const { cookie } = await pullFrom(bed, ann, null)
    await put('c')
    await del('a')
    const next = await pullFrom(bed, ann, cookie)
    expect(short(next.patch)).toEqual(['put folder/c', 'del folder/a'])
    expect(next.cookie.order).toBeGreaterThan(cookie.order)
  })

  test('with nothing changed gets the same cookie and nothing else, in at most 2 reads and 250 bytes', async () => {
    await bed.sync.push(ann, pushOf([createFolderOf(1, 'a')]))
    const { cookie } = await pullFrom(bed, ann, null)
    const counted = countReads(bed.store)
    const sync = createSyncService({
      store: counted.store,
      log: bed.log,
      clock: () => 1,
      pokes: { publish: () => undefined },
    })
    const request = { pullVersion: 1, clientGroupID: 'g1', profileID: 'p', schemaVersion: '1', cookie }
    // The first pull after a folder has changed reads the folders, so it is done before counting.
    await sync.pull(ann, request)
    counted.reads.length = 0
    const answer = await sync.pull(ann, request)
    expect(answer).toEqual({ cookie, lastMutationIDChanges: {}, patch: [] })
    expect(counted.reads).toEqual(['getOrg', 'getClientGroup'])
    expect(JSON.stringify(answer).length).toBeLessThanOrEqual(250)
  })

  test.each(['createFolder', 'nonsense'])(
    'after any processed mutation (%s) has a higher cookie beside the new last mutation id',
    async (name) => {
      const { cookie } = await pullFrom(bed, ann, null)
      await bed.sync.push(ann, pushOf([mutationOf(1, name, { id: 'a', parentId: null, name: 'a', order: 'a0' })]))
      const next = await pullFrom(bed, ann, cookie)
      expect(next.lastMutationIDChanges).toEqual({ c1: 1 })
      expect(next.cookie.order).toBeGreaterThan(cookie.order)
    },
  )

  test('tells the last mutation ids of all clients of the group that changed since the cookie, and of no other group', async () => {
    await bed.sync.push(ann, pushOf([createFolderOf(1, 'a', 'c1'), createFolderOf(1, 'b', 'c2')]))
    const { cookie, lastMutationIDChanges } = await pullFrom(bed, ann, null)
    expect(lastMutationIDChanges).toEqual({ c1: 1, c2: 1 })
    await bed.sync.push(ann, pushOf([createFolderOf(2, 'c', 'c2')]))
    await bed.sync.push(ann, pushOf([createFolderOf(1, 'd', 'c3')], { clientGroupID: 'g2' }))
    expect((await pullFrom(bed, ann, cookie)).lastMutationIDChanges).toEqual({ c2: 2 })
  })

  test('twice with one cookie gets one answer, and leaves nothing behind', async () => {
    await put('a')
    const { cookie } = await pullFrom(bed, ann, null)
    await put('b')
    await del('a')
    expect(await pullFrom(bed, ann, cookie)).toEqual(await pullFrom(bed, ann, cookie))
    expect(await bed.store.read('acme', (tx) => tx.getClientGroup('g1'))).toBeUndefined()
  })

  test.each([
    ['another person', bob],
    ['another org', personOf('ann', { orgId: 'other' })],
  ])('for a group of %s is refused', async (_, stranger) => {
    await bed.sync.push(ann, pushOf([createFolderOf(1, 'a')]))
    await expect(tryPull(bed, stranger, null)).rejects.toMatchObject({ code: 'foreign-client-group', status: 403 })
  })

  test('never names a key of another audience, not even when it is deleted', async () => {
    await put('hers', 'hers', personalAudience('bob'))
    await put('all')
    const { cookie, patch } = await pullFrom(bed, ann, null)
    await bed.store.write('acme', author, (tx) => tx.deleteEntry('folder/hers'))
    expect(short(patch)).toEqual(['put folder/all'])
    expect((await pullFrom(bed, ann, cookie)).patch).toEqual([])
    expect(short((await pullFrom(bed, bob, null, 'g2')).patch)).toEqual(['put folder/all'])
  })

  test('of a person whose audiences changed brings what they gained and takes what they lost, and nothing else', async () => {
    await put('hers', 'hers', 'team:x')
    await put('all')
    const { cookie } = await pullFrom(bed, ann, null)
    const granted = personOf('ann', { audiences: [...ann.audiences, 'team:x'] })
    const gained = await pullFrom(bed, granted, cookie)
    expect(short(gained.patch)).toEqual(['put folder/hers'])
    expect(gained.cookie.order).toBeGreaterThan(cookie.order)
    const lost = await pullFrom(bed, ann, gained.cookie)
    expect(short(lost.patch)).toEqual(['del folder/hers'])
    expect(lost.cookie.order).toBeGreaterThan(gained.cookie.order)
  })

  test('with a hash that nobody remembers, or that was given to somebody else, starts over', async () => {
    await put('all')
    const { cookie } = await pullFrom(bed, ann, null)
    const bobs = (await pullFrom(bed, bob, null, 'g2')).cookie
    for (const a of ['unknown', bobs.a])
      expect(short((await pullFrom(bed, ann, { ...cookie, a })).patch)).toEqual(['clear', 'put folder/all'])
  })

  test('from before collected tombstones starts over; one from just there does not', async () => {
    await put('a')
    await put('b')
    const old = (await pullFrom(bed, ann, null)).cookie
    await del('a')
    const recent = (await pullFrom(bed, ann, old)).cookie
    await bed.store.write('acme', author, (tx) => tx.collectTombstones(3))
    expect(short((await pullFrom(bed, ann, old)).patch)).toEqual(['clear', 'put folder/b'])
    expect((await pullFrom(bed, ann, recent)).patch).toEqual([])
  })

  test('of a page that was answered from its own snapshot hears what became of the mutations of other tabs', async () => {
    await bed.sync.push(ann, pushOf([createFolderOf(1, 'a')]))
    const page = { ...(await pullFrom(bed, ann, null)).cookie, c: 0 }
    const told = await pullFrom(bed, ann, page)
    expect([told.lastMutationIDChanges, told.patch]).toEqual([{ c1: 1 }, []])
    expect(told.cookie).toEqual({ order: page.order + 1, e: page.e, v: page.v, a: page.a })
    expect((await pullFrom(bed, ann, told.cookie)).cookie).toEqual(told.cookie)
    await bed.sync.push(ann, pushOf([createFolderOf(2, 'b')]))
    const next = await pullFrom(bed, ann, page)
    expect([next.lastMutationIDChanges, short(next.patch)]).toEqual([{ c1: 2 }, ['put folder/b']])
    expect((await pullFrom(bed, ann, told.cookie)).cookie.order).toBeGreaterThan(told.cookie.order)
    // A group that has not pushed yet has nothing to be told, and keeps the page's cookie.
    expect(await pullFrom(bed, ann, next.cookie, 'g2')).toEqual({
      cookie: next.cookie,
      lastMutationIDChanges: {},
      patch: [],
    })
    const fresh = { ...next.cookie, c: 0 }
    expect(await pullFrom(bed, ann, fresh, 'g2')).toEqual({ cookie: fresh, lastMutationIDChanges: {}, patch: [] })
  })

  test('of another epoch is not known any more, and what it sent before counts no longer', async () => {
    await bed.sync.push(ann, pushOf([createFolderOf(1, 'a')], { epoch: 1 }))
    const before = await pullFrom(bed, ann, null)
    await bed.store.write('acme', author, (tx) => tx.raiseEpoch())
    expect(await tryPull(bed, ann, before.cookie)).toEqual({ error: 'ClientStateNotFound' })
    // A copy of the first push that the network delayed must not create the client again.
    const late = pushOf([createFolderOf(1, 'a')], { epoch: 1 })
    expect(await bed.sync.push(ann, late)).toEqual({ error: 'ClientStateNotFound' })
    expect(await bed.sync.push(ann, pushOf([createFolderOf(2, 'b')]))).toEqual({ error: 'ClientStateNotFound' })
    const after = await pullFrom(bed, ann, null, 'g2')
    expect([short(after.patch), after.lastMutationIDChanges, after.cookie.e]).toEqual([['put folder/a'], {}, 2])
    expect(after.cookie.order).toBeGreaterThan(before.cookie.order)
  })

  test('from a store that was set back to an older copy is never answered as if nothing had happened', async () => {
    await bed.sync.push(ann, pushOf([createFolderOf(1, 'a')]))
    bed = await bed.reopen((engine) => engine.backUp())
    await bed.sync.push(ann, pushOf([createFolderOf(2, 'b')]))
    await bed.sync.push(ann, pushOf([createFolderOf(3, 'c')]))
    const { cookie } = await pullFrom(bed, ann, null)
    bed = await bed.reopen((engine) => engine.restore())
    // The group's last mutation ids went back, which Replicache refuses for ever, so it must start a new group; that
    // one has the cookie.
    expect(await tryPull(bed, ann, cookie)).toEqual({ error: 'ClientStateNotFound' })
    const fresh = await pullFrom(bed, ann, cookie, 'g2')
    expect(short(fresh.patch)).toEqual(['clear', 'put folder/a'])
    expect(fresh.cookie.order).toBeGreaterThan(cookie.order)
    await bed.sync.push(ann, pushOf([createFolderOf(1, 'd', 'c2')], { clientGroupID: 'g2' }))
    const next = await pullFrom(bed, ann, fresh.cookie, 'g2')
    expect([short(next.patch), next.lastMutationIDChanges]).toEqual([['put folder/d'], { c2: 1 }])
    expect(next.cookie.order).toBeGreaterThan(fresh.cookie.order)
  })

  test('over changes, other rights and restores rises with every answer that is not the same, whatever the way', async () => {
    const [roles, seen] = [['editor', 'admin', 'viewer'] as const, new Map<string, string>()]
    let [cookie, group, highest]: [Cookie | null, number, number] = [null, 1, -1]
    for (let step = 0; step < 24; step += 1) {
      const actor = personOf('ann', { role: roles[step % 5] ?? 'editor' })
      if (step % 3 === 1) await put(`f${step}`)
      if (step % 7 === 6) await bed.store.write('acme', author, (tx) => tx.raiseEpoch())
      const answer = await tryPull(bed, actor, cookie, `g${group}`)
      if ('error' in answer) {
        expect([answer.error, step % 7]).toEqual(['ClientStateNotFound', 6])
        // The reloaded page starts without a cookie.
        ;[cookie, group, highest] = [null, group + 1, -1]
        continue
      }
      const text = JSON.stringify(answer.cookie)
      if (cookie !== null && text === JSON.stringify(cookie)) expect(answer.patch).toEqual([])
      else expect([answer.cookie.order > highest, seen.has(text)]).toEqual([true, false])
      seen.set(text, `step ${step}`)
      ;[cookie, highest] = [answer.cookie, answer.cookie.order]
    }
    expect(group).toBe(4)
  })

  test.each([8, 98, 2 ** 31 - 2, 2 ** 32 - 2])('compares versions as numbers around %i', async (version) => {
    await put('a')
    bed = await bed.reopen((engine) => engine.setVersion(version))
    let { cookie } = await pullFrom(bed, ann, null)
    for (const id of ['b', 'c', 'd']) {
      await put(id)
      const next = await pullFrom(bed, ann, cookie)
      expect(short(next.patch)).toEqual([`put folder/${id}`])
      expect(next.cookie.order).toBeGreaterThan(cookie.order)
      cookie = next.cookie
    }
    expect(cookie.v).toBe(version + 3)
  })

  test.each([
    [{ pullVersion: 0 }, 'pull'],
    [{ schemaVersion: 'tomorrow' }, 'schema'],
  ])('in a language the server does not speak (%o) is told so', async (changes, versionType) => {
    const request = {
      pullVersion: 1,
      clientGroupID: 'g1',
      profileID: 'p',
      schemaVersion: '1',
      cookie: null,
      ...changes,
    }
    expect(await bed.sync.pull(ann, request)).toEqual({ error: 'VersionNotSupported', versionType })
  })

  test("a page's snapshot holds what a first pull would, under the same cookie", async () => {
    await put('a')
    await put('b', 'b', personalAudience('bob'))
    const { snapshot, view } = await bed.sync.readView(ann)
    const pulled = await pullFrom(bed, ann, null)
    expect(snapshot.cookie).toEqual(pulled.cookie)
    expect(snapshot.entries.map(([key, value]) => ({ op: 'put', key, value }))).toEqual(pulled.patch)
    expect(snapshot.complete).toBe(true)
    expect(view.get('folder/a')).toEqual(folderOf('a'))
    expect((await pullFrom(bed, ann, snapshot.cookie)).patch).toEqual([])
  })

  test('a small workspace is read whole, a larger one only by its prefixes', async () => {
    for (const id of ['a', 'ab', 'b']) await put(id)
    const small = (await bed.sync.readView(ann, ['folder/b'], 3)).snapshot
    expect(small.complete).toBe(true)
    expect(small.entries.map(([key]) => key)).toEqual(['folder/a', 'folder/ab', 'folder/b'])
    const large = (await bed.sync.readView(ann, ['folder/b'], 2)).snapshot
    expect(large.complete).toBe(false)
    expect(large.entries.map(([key]) => key)).toEqual(['folder/b'])
  })

  test('a view of some prefixes holds each entry once and says that it is not everything', async () => {
    for (const id of ['a', 'ab', 'b']) await put(id)
    const { snapshot, view } = await bed.sync.readView(ann, ['folder/ab', 'folder/a', 'folder/b'])
    expect(snapshot.entries.map(([key]) => key)).toEqual(['folder/a', 'folder/ab', 'folder/b'])
    expect(snapshot.complete).toBe(false)
    expect([...view.scan('folder/a')].map(([key]) => key)).toEqual(['folder/a', 'folder/ab'])
  })
})

describe('cookies', () => {
  const versions = fc.oneof(fc.constantFrom(0, 9, 10, 99, 100, 999, 1000, 2 ** 31 - 1, 2 ** 31, 2 ** 32), fc.nat(200))
  const epochs = fc.integer({ min: 1, max: 12 })
  const hashes = fc.constantFrom('x', 'y')

  /**
   * The test covers cookies of one epoch: a pull from another is answered with `ClientStateNotFound`, and its page
   * starts over without a cookie.
   */
  test('stay the same while nothing changes and rise with every change, wherever the store of an epoch goes', () => {
    const steps = fc.array(fc.record({ version: versions, hash: hashes }), { minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(epochs, steps, (epoch, walked) => {
        let cookie: Cookie | null = null
        for (const { version, hash } of walked) {
          const org: OrgState = { epoch, version, gcVersion: 0, foldersVersion: 0 }
          const next: Cookie = nextCookie(cookie, org, hash)
          expect(cookieSchema.parse(JSON.parse(JSON.stringify(next)))).toEqual(next)
          expect([next.e, next.v, next.a]).toEqual([epoch, version, hash])
          if (cookie !== null && cookie.v === version && cookie.a === hash) expect(next).toBe(cookie)
          else if (cookie !== null) expect(next.order).toBeGreaterThan(cookie.order)
          cookie = next
        }
      }),
      { numRuns: 500 },
    )
  })

  test('of one store are ordered by epoch, then version', () => {
    fc.assert(
      fc.property(epochs, versions, epochs, versions, (epoch, version, otherEpoch, otherVersion) => {
        const [a, b] = [
          { epoch, version },
          { epoch: otherEpoch, version: otherVersion },
        ]
        const order = (state: typeof a) => nextCookie(null, { ...state, gcVersion: 0, foldersVersion: 0 }, 'x').order
        const expected = Math.sign(a.epoch - b.epoch || a.version - b.version)
        expect(Math.sign(order(a) - order(b))).toBe(expected)
      }),
    )
  })

  test('name a set of audiences whatever its order, and differ for another set', () => {
    expect(audienceHash(['a', 'b'])).toBe(audienceHash(['b', 'a']))
    expect(audienceHash(['a', 'b'])).not.toBe(audienceHash(['a,b']))
    expect(audienceHash(['a'])).not.toBe(audienceHash(['a', 'b']))
  })
})

/** Wraps the real store and records the names of its reads. */
function countReads(store: Store): { readonly store: Store; readonly reads: string[] } {
  const reads: string[] = []
  return {
    reads,
    store: {
      ...store,
      read: (orgId, run) =>
        store.read(orgId, (tx) =>
          run(
            new Proxy(tx, {
              get: (target, name) => {
                const member: unknown = Reflect.get(target, name, target)
                if (typeof member !== 'function') return member
                return (...args: unknown[]) => {
                  reads.push(String(name))
                  return member.apply(target, args) as unknown
                }
              },
            }),
          ),
        ),
    },
  }
}
