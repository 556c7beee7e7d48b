import { personalAudience } from '@tidemark/shared/access/actor'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { mutationErrorKey, type MutationError } from '@tidemark/shared/sync/protocol'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StoreWriteTx } from '../store/store'
import { RefusedMutations } from './refused-mutations'
import { openSyncTestBed, personOf, type SyncTestBed } from '@testkit/sync/sync-test-bed'

const limits = { count: 3, sizeBytes: 1000 } as const

let bed: SyncTestBed
beforeEach(async () => {
  bed = await openSyncTestBed()
})
afterEach(() => bed.dispose())

const add = (userId: string, mutationIds: readonly number[], text = '') =>
  bed.store.write('acme', { userId, at: 1 }, async (tx) => {
    const refused = new RefusedMutations(personOf(userId), limits)
    refused.begin(tx, (await tx.getOrg()).version)
    await refuse(tx, refused, userId, mutationIds, text)
  })

async function refuse(
  tx: StoreWriteTx,
  refused: RefusedMutations,
  userId: string,
  mutationIds: readonly number[],
  text = '',
): Promise<void> {
  for (const mutationId of mutationIds) {
    const error = new TidemarkError('forbidden').toBody()
    const change: MutationError = { clientId: userId, mutationId, name: 'x', args: { text }, error, at: 1 }
    const key = mutationErrorKey(userId, mutationId)
    const made = await refused.makeRoomFor(key, change)
    await tx.putEntry(key, { ...made, error: { ...error } }, personalAudience(userId))
  }
}
const kept = async (userId: string) => {
  const notes = await bed.store.read('acme', (tx) => tx.scanEntries('mutation-error/', [personalAudience(userId)]))
  return notes.map(({ value }) => [value.mutationId, value.dropped ?? 0]).sort(([a], [b]) => Number(a) - Number(b))
}

test('the oldest give way, over all their transactions, and none of another person', async () => {
  await add('bob', [1, 2, 3])
  await add('ann', [9, 10])
  await add('ann', [11, 12, 13])
  expect(await kept('ann')).toEqual([
    [11, 0],
    [12, 1],
    [13, 1],
  ])
  expect(await kept('bob')).toHaveLength(3)
})

test('what was dropped for one that is dropped itself is still counted', async () => {
  await add('ann', [1, 2, 3, 4, 5, 6, 7, 8])
  const notes = await kept('ann')
  expect(notes.map(([id]) => id)).toEqual([6, 7, 8])
  expect(notes.reduce((sum, [, dropped]) => sum + Number(dropped), 0)).toBe(5)
})

test('large ones give way for their size, and the newest is always kept', async () => {
  await add('ann', [1, 2], 'x'.repeat(400))
  expect(await kept('ann')).toHaveLength(2)
  await add('ann', [3], 'x'.repeat(5000))
  expect(await kept('ann')).toEqual([[3, 2]])
})

test('those there are get read once in a push, however many transactions it takes, until another one writes', async () => {
  await add('ann', [1, 2])
  const refused = new RefusedMutations(personOf('ann'), limits)
  const readsOf = async (mutationIds: readonly number[]) => {
    const { value } = await bed.store.write('acme', { userId: 'ann', at: 1 }, async (tx) => {
      refused.begin(tx, (await tx.getOrg()).version)
      const scan = vi.spyOn(tx, 'scanEntries')
      await refuse(tx, refused, 'ann', mutationIds)
      return scan.mock.calls.length
    })
    return value
  }
  expect([await readsOf([3, 4]), await readsOf([5]), await readsOf([6])]).toEqual([1, 0, 0])
  // Another tab adds as many as the limit allows.
  await add('ann', [101, 102, 103])
  expect(await readsOf([7])).toBe(1)
  const notes = await kept('ann')
  expect(notes.map(([id]) => id)).toEqual([7, 102, 103])
  expect(notes.reduce((sum, [, dropped]) => sum + Number(dropped), 0)).toBe(7)
})
