import { admins } from '@tidemark/shared/access/actor'
import { samePercent } from '@tidemark/shared/flags/flag'
import { ownFlagsKey, ownFlagsPrefix } from '@tidemark/shared/flags/own-flags'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { folderOf } from '@testkit/store/store-fixtures'
import { openSyncTestBed, personOf, pullFrom, type SyncTestBed } from '@testkit/sync/sync-test-bed'
import { getLastFlags } from '../base/last-flags'

const ann = personOf('ann', { role: 'admin' })
const ed = personOf('ed', { role: 'editor' })
const onFor = (changes: Partial<ReturnType<typeof samePercent>>) => ({ ...samePercent(0), ...changes })
const named = { name: 'fast-lane', description: '', variants: [] }

describe('the flags of a workspace', () => {
  let bed: SyncTestBed
  beforeEach(async () => {
    bed = await openSyncTestBed()
  })
  afterEach(() => bed.dispose())
  const create = (percentByRole: ReturnType<typeof samePercent>) =>
    bed.sync.mutate(ann, 'createFlag', { ...named, percentByRole })
  const change = (changes: object) => bed.sync.mutate(ann, 'updateFlag', { name: 'fast-lane', ...changes })
  const ownIn = (patch: readonly object[]) => patch.filter((operation) => Reflect.get(operation, 'key') === ownFlagsKey)

  test('are seen by admins; others are told what is on for them, and its name only then', async () => {
    await create(onFor({ editor: 100 }))
    const [ofAnn, ofEd] = [await pullFrom(bed, ann, null), await pullFrom(bed, ed, null, 'group-of-ed')]
    expect(ofAnn.patch.map((operation) => Reflect.get(operation, 'key'))).toEqual(['flag/fast-lane', ownFlagsKey])
    expect(ownIn(ofAnn.patch)).toEqual([{ op: 'put', key: ownFlagsKey, value: {} }])
    expect(ofEd.patch).toEqual([{ op: 'put', key: ownFlagsKey, value: { 'fast-lane': true } }])
    await change({ percentByRole: samePercent(0) })
    const next = await pullFrom(bed, ed, ofEd.cookie, 'group-of-ed')
    expect(next.patch).toEqual([{ op: 'put', key: ownFlagsKey, value: {} }])
  })

  test('follow a change of role with the next pull', async () => {
    await create(onFor({ editor: 100 }))
    const { cookie } = await pullFrom(bed, ed, null, 'group-of-ed')
    // Raises the version, as the transaction of a role change does.
    await bed.store.write('acme', { userId: 'ann', at: 1 }, (tx) => tx.putEntry('folder/a', folderOf('a'), admins))
    const demoted = await pullFrom(bed, { ...ed, role: 'viewer' }, cookie, 'group-of-ed')
    expect(ownIn(demoted.patch)).toEqual([{ op: 'put', key: ownFlagsKey, value: {} }])
  })

  test('that are gone for good are off for who had them', async () => {
    await create(onFor({ editor: 100 }))
    const { cookie } = await pullFrom(bed, ed, null, 'group-of-ed')
    await bed.store.write('acme', { userId: 'ann', at: 1 }, (tx) => tx.deleteEntry('flag/fast-lane'))
    expect((await pullFrom(bed, ed, cookie, 'group-of-ed')).patch).toEqual([{ op: 'put', key: ownFlagsKey, value: {} }])
  })

  test('come with every page that asks, in the order of keys, and nothing comes where there is none', async () => {
    expect((await bed.sync.readView(ed)).snapshot.entries).toEqual([])
    await create(onFor({ editor: 100 }))
    const { view, snapshot } = await bed.sync.readView(ed, ['folder/', ownFlagsPrefix])
    expect([view.get(ownFlagsKey), snapshot.entries]).toEqual([
      { 'fast-lane': true },
      [[ownFlagsKey, { 'fast-lane': true }]],
    ])
    expect((await bed.sync.readView(ed, ['folder/'])).snapshot.entries).toEqual([])
    const keys = (await bed.sync.readView(ann)).snapshot.entries.map(([key]) => key)
    expect(keys).toEqual(['flag/fast-lane', ownFlagsKey])
  })

  test('are changed by admins alone, and lie where nobody else reads', async () => {
    await expect(bed.sync.mutate(ed, 'createFlag', { ...named, percentByRole: samePercent(0) })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await create(samePercent(0))
    const stored = await bed.store.read('acme', (tx) => tx.getEntry('flag/fast-lane'))
    expect(stored?.audience).toBe(admins)
    await expect(
      bed.sync.mutate(ann, 'restoreEntries', {
        changes: [{ key: ownFlagsKey, expected: null, restored: { 'fast-lane': true } }],
        at: 1,
      }),
    ).rejects.toMatchObject({ code: 'invalid-mutation' })
  })

  test('that somebody has are known to reports of their errors', async () => {
    await create(onFor({ editor: 100 }))
    await pullFrom(bed, ed, null, 'group-of-ed')
    expect(getLastFlags(ed)).toEqual({ 'fast-lane': true })
    expect(getLastFlags({ ...ed, orgId: 'other' })).toBeUndefined()
  })
})
