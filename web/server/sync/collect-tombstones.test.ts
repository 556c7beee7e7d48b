import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { collectTombstones, scheduleTombstoneCollection } from './collect-tombstones'
import {
  createFolderOf,
  mutationOf,
  openSyncTestBed,
  personOf,
  pullFrom,
  pushOf,
  type SyncTestBed,
} from '@testkit/sync/sync-test-bed'

const dayMs = 24 * 60 * 60 * 1000
const ann = personOf('ann')

describe('old deletions', () => {
  let bed: SyncTestBed
  beforeEach(async () => {
    bed = await openSyncTestBed()
  })
  afterEach(() => bed.dispose())

  const collectAfter = async (days: number) =>
    await collectTombstones({ ...bed, clock: () => bed.clock.now + days * dayMs })
  /** Creates a folder and deletes it; returns the cookie from when it existed. */
  const makeAndDelete = async () => {
    await bed.sync.push(ann, pushOf([createFolderOf(1, 'a')]))
    const { cookie } = await pullFrom(bed, ann, null)
    const expected = await bed.store.read('acme', async (tx) => (await tx.getEntry('folder/a'))?.value ?? null)
    const changes = [{ key: 'folder/a', expected, restored: null }]
    await bed.sync.push(ann, pushOf([mutationOf(2, 'restoreEntries', { changes })]))
    return cookie
  }

  test('are told for 90 days, and then clients from before them start over', async () => {
    const old = await makeAndDelete()
    await collectAfter(90)
    expect((await pullFrom(bed, ann, old)).patch).toEqual([{ op: 'del', key: 'folder/a' }])
    await collectAfter(90.1)
    expect((await pullFrom(bed, ann, old)).patch).toEqual([{ op: 'clear' }])
    expect(await bed.store.read('acme', (tx) => tx.getEntry('folder/a'))).toBeUndefined()
  })

  test('are collected once: where nothing has become old since, nothing is written', async () => {
    await makeAndDelete()
    await collectAfter(91)
    const before = await bed.store.read('acme', (tx) => tx.getOrg())
    await collectAfter(92)
    expect(await bed.store.read('acme', (tx) => tx.getOrg())).toEqual(before)
  })

  test('are collected a minute after the start and every day until it is stopped', async () => {
    vi.useFakeTimers()
    try {
      const listOrgs = vi.fn(async () => [])
      const stop = scheduleTombstoneCollection({ ...bed, store: { ...bed.store, listOrgs }, clock: Date.now })
      await vi.advanceTimersByTimeAsync(61_000)
      expect(listOrgs).toHaveBeenCalledTimes(1)
      await vi.advanceTimersByTimeAsync(2 * dayMs)
      expect(listOrgs).toHaveBeenCalledTimes(3)
      stop()
      await vi.advanceTimersByTimeAsync(2 * dayMs)
      expect(listOrgs).toHaveBeenCalledTimes(3)
    } finally {
      vi.useRealTimers()
    }
  })
})
