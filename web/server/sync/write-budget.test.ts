import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSyncService } from './sync-service'
import {
  createFolderOf,
  mutationOf,
  openSyncTestBed,
  personOf,
  pushOf,
  type SyncTestBed,
} from '@testkit/sync/sync-test-bed'
import { WriteBudget } from './write-budget'

const [ann, bob] = [personOf('ann'), personOf('bob')]
const hourMs = 3_600_000

describe('what one person may write in an hour', () => {
  let now = 0
  let usedUp: string[]
  let budget: WriteBudget
  beforeEach(() => {
    now = 0
    usedUp = []
    budget = new WriteBudget({ bytesPerHour: 1000, clock: () => now, onUsedUp: ({ userId }) => usedUp.push(userId) })
  })
  const isLeft = (of = ann) => {
    try {
      budget.check(of)
      return true
    } catch {
      return false
    }
  }

  test('may be written at once, and is there again bit by bit', () => {
    budget.spend(ann, 999)
    expect([isLeft(), usedUp]).toEqual([true, []])
    budget.spend(ann, 501)
    expect([isLeft(), usedUp]).toEqual([false, ['ann']])
    now = hourMs / 2
    expect(isLeft()).toBe(false)
    now += 10
    expect(isLeft()).toBe(true)
    now = 5 * hourMs
    budget.spend(ann, 1200)
    expect([isLeft(), usedUp]).toEqual([false, ['ann', 'ann']])
  })

  test('is each person’s own, and of each workspace', () => {
    budget.spend(ann, 2000)
    expect([isLeft(ann), isLeft(bob), isLeft({ ...ann, orgId: 'other' })]).toEqual([false, true, true])
  })

  test('of many people is forgotten once nothing of it is used', () => {
    for (let index = 0; index < 10_000; index += 1) budget.spend(personOf(`person-${index}`), 1)
    now = hourMs
    budget.spend(ann, 1000)
    expect(isLeft()).toBe(false)
  })
})

describe('a push', () => {
  let bed: SyncTestBed
  beforeEach(async () => {
    bed = await openSyncTestBed()
  })
  afterEach(() => bed.dispose())

  test('of somebody who has used theirs up is refused for now, and done when it comes again later', async () => {
    const told: object[] = []
    const sync = createSyncService({
      store: bed.store,
      pokes: { publish: () => undefined },
      log: { ...bed.log, info: (fields) => void told.push(fields) },
      clock: () => bed.clock.now,
      bytesPerHour: 100_000,
    })
    const names = async () => (await bed.store.read('acme', (tx) => tx.listEntries('folder/'))).map(({ key }) => key)
    // A small change of a large value adds the whole value to its history.
    const description = 'x'.repeat(400)
    const dashboard = { id: 'd', folderId: null, name: 'd', description, order: 'a0' }
    const firstTab = { id: 't', name: 't', order: 'a0' }
    const renames = Array.from({ length: 140 }, (_, index) =>
      mutationOf(index + 2, 'updateDashboard', { id: 'd', name: `d${index}` }),
    )
    await sync.push(ann, pushOf([mutationOf(1, 'createDashboard', { ...dashboard, firstTab }), ...renames]))
    const late = pushOf([createFolderOf(142, 'late')])
    await expect(sync.push(ann, late)).rejects.toMatchObject({ code: 'too-many-requests', status: 429 })
    expect(await names()).toEqual([])
    expect(told).toEqual([expect.objectContaining({ userId: 'ann', orgId: 'acme' })])
    await sync.push(bob, pushOf([createFolderOf(1, 'of-bob', 'c2')], { clientGroupID: 'g2' }))
    bed.clock.now += hourMs
    await sync.push(ann, late)
    expect(await names()).toEqual(['folder/late', 'folder/of-bob'])
  })
})
