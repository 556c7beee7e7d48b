import { everyone } from '@tidemark/shared/access/actor'
import { connectionIdSchema, connectionKey } from '@tidemark/shared/connections/connection'
import { dataChangeSchema, dataVersionKey } from '@tidemark/shared/data-versions/data-version'
import { datasetIdSchema, datasetKey } from '@tidemark/shared/datasets/dataset'
import type { JsonObject } from '@tidemark/shared/base/json'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { datasetEntry } from '@testkit/query/query-fixture'
import { createDataChanges } from './data-changes'
import { openSyncTestBed, personOf, type SyncTestBed } from '@testkit/sync/sync-test-bed'

const ann = personOf('ann')
const orders = dataChangeSchema.parse({ datasetId: 'orders' })
const shop = dataChangeSchema.parse({ connectionId: 'shop' })

describe('a change of data', () => {
  let bed: SyncTestBed
  let changes: ReturnType<typeof createDataChanges>
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    bed = await openSyncTestBed()
    changes = createDataChanges({ sync: bed.sync, log: bed.log, clock: () => bed.clock.now })
    await bed.store.write('acme', { userId: 'ann', at: 1 }, async (tx) => {
      await tx.putEntry(datasetKey(datasetIdSchema.parse('orders')), datasetEntry('orders', 'v1'), everyone)
      await tx.putEntry(connectionKey(connectionIdSchema.parse('shop')), connectionEntry, everyone)
    })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await changes.close()
    await bed.dispose()
  })
  const versionOf = async (sourceId: string) => {
    const entry = await bed.store.read('acme', (tx) => tx.getEntry(dataVersionKey(sourceId)))
    return entry?.value?.['version'] ?? 0
  }
  const orgVersion = async () => (await bed.store.read('acme', (tx) => tx.getOrg())).version

  test('raises the data version of its source and the version of the workspace together, and is told at once', async () => {
    const before = await orgVersion()
    await changes.tell(ann, shop)
    const entry = await bed.store.read('acme', (tx) => tx.getEntry(dataVersionKey('shop')))
    expect(entry).toMatchObject({ value: { version: 1 }, version: before + 1, audience: everyone })
    expect(bed.pokes).toEqual([{ org: 'acme', version: before + 1 }])
    expect(await versionOf('orders')).toBe(0)
  })

  test('that comes a hundred times in a second is told twice: at once, and when the second is over', async () => {
    for (let count = 0; count < 100; count += 1) await changes.tell(ann, orders)
    expect(await versionOf('orders')).toBe(1)
    await vi.advanceTimersByTimeAsync(999)
    expect(await versionOf('orders')).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    await vi.waitFor(async () => expect(await versionOf('orders')).toBe(2))
    await vi.advanceTimersByTimeAsync(5000)
    expect(await versionOf('orders')).toBe(2)
    expect(bed.pokes).toHaveLength(2)
  })

  test('of one source does not wait for another', async () => {
    await changes.tell(ann, orders)
    await changes.tell(ann, shop)
    expect([await versionOf('orders'), await versionOf('shop')]).toEqual([1, 1])
  })

  test('that waits is not lost when the server stops', async () => {
    await changes.tell(ann, orders)
    await changes.tell(ann, orders)
    await changes.close()
    expect(await versionOf('orders')).toBe(2)
  })

  test('leaves no history, however often it comes', async () => {
    await changes.tell(ann, orders)
    expect(await bed.store.read('acme', (tx) => tx.listRevisions(dataVersionKey('orders')))).toEqual([])
  })

  test('is refused to viewers and for what there is not', async () => {
    const viewer = personOf('vic', { role: 'viewer' })
    await expect(changes.tell(viewer, orders)).rejects.toMatchObject({ code: 'forbidden' })
    const nowhere = dataChangeSchema.parse({ connectionId: 'nowhere' })
    await expect(changes.tell(ann, nowhere)).rejects.toMatchObject({ code: 'connection-not-found' })
    const nothing = dataChangeSchema.parse({ datasetId: 'nothing' })
    await expect(changes.tell(ann, nothing)).rejects.toMatchObject({ code: 'not-found' })
    const stranger = personOf('eve', { orgId: 'other' })
    await expect(changes.tell(stranger, orders)).rejects.toMatchObject({ code: 'not-found' })
    expect(bed.pokes).toEqual([])
  })
})

test.each([{}, { datasetId: 'a', connectionId: 'b' }, { datasetId: '' }, { connectionId: 'local' }])(
  'a change of %j is no change of data',
  (body) => {
    expect(dataChangeSchema.safeParse(body).success).toBe(false)
  },
)

const connectionEntry: JsonObject = {
  id: 'shop',
  name: 'Shop',
  kind: 'postgres',
  host: 'db.example',
  port: 5432,
  database: 'shop',
  user: 'reader',
  tls: 'off',
  caCertificate: null,
  settingsAt: 1,
  deletedAt: null,
  createdAt: 1,
  createdBy: 'ann',
  updatedAt: 1,
  updatedBy: 'ann',
}
