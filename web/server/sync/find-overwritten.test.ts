import type { Actor } from '@tidemark/shared/access/actor'
import { textHash } from '@tidemark/shared/base/text-hash'
import { entryTextOf } from '@tidemark/shared/history/entry-text'
import { overwrittenTextPrefix } from '@tidemark/shared/sync/overwritten-text'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chartOf } from '@testkit/store/store-fixtures'
import {
  hasEngine,
  mutationOf,
  openSyncTestBed,
  personOf,
  pullFrom,
  pushOf,
  type SyncTestBed,
} from '@testkit/sync/sync-test-bed'

const ann = personOf('ann')
const bob = personOf('bob')

describe.skipIf(!hasEngine)('who writes over a text without having seen it', () => {
  let bed: SyncTestBed
  let pushed: Map<string, number>
  beforeEach(async () => {
    bed = await openSyncTestBed()
    pushed = new Map()
    const { createdAt: _, createdBy: __, updatedAt: ___, updatedBy: ____, deletedAt: _____, ...chart } = chartOf('c')
    await does(ann, 'createChart', { ...chart, query: { kind: 'sql', connectionId: 'local', sql: 'select 1' } })
    await does(ann, 'createDashboard', {
      id: 'd',
      folderId: null,
      name: 'd',
      description: '',
      order: 'a0',
      firstTab: { id: 't', name: 't', order: 'a0' },
    })
    const place = { x: 0, y: 0, w: 4, h: 3 }
    await does(ann, 'createTile', { id: 'x', dashboardId: 'd', tabId: 't', content: note('first'), place })
  })
  afterEach(() => bed.dispose())

  const does = async (actor: Actor, name: string, args: object) => {
    const id = (pushed.get(actor.userId) ?? 0) + 1
    pushed.set(actor.userId, id)
    const mutation = mutationOf(id, name, { ...args }, `client-${actor.userId}`)
    await bed.sync.push(actor, pushOf([mutation], { clientGroupID: `group-${actor.userId}` }))
  }
  const note = (text: string) => ({ kind: 'text', text })
  const writesSql = (actor: Actor, sql: string, seen?: string) =>
    does(actor, 'updateSqlQuery', { id: 'c', sql, ...(seen === undefined ? {} : { basedOn: textHash(seen) }) })
  const told = async (actor: Actor) => {
    const { patch } = await pullFrom(bed, actor, null, `group-${actor.userId}`)
    return patch.flatMap((one) => (one.op === 'put' && one.key.startsWith(overwrittenTextPrefix) ? [one.value] : []))
  }

  test('tells its author, however long ago that was and whoever touched the chart since', async () => {
    await writesSql(ann, 'select 2', 'select 1')
    await does(bob, 'updateChart', { id: 'c', name: 'Renamed' })
    bed.clock.now += 14 * 24 * 60 * 60_000
    await writesSql(bob, 'select 3', 'select 1')
    await writesSql(bob, 'select 4', 'select 3')
    const [notice, ...others] = await told(ann)
    expect(others).toEqual([])
    expect(notice).toMatchObject({ userId: 'ann', key: 'chart/c', by: 'bob', at: bed.clock.now })
    expect(await told(bob)).toEqual([])
    const past = await bed.store.read('acme', (tx) => tx.listPast('chart/c', Number.MAX_SAFE_INTEGER, 10))
    const { version } = notice as { version: number }
    expect(past.find((one) => one.version === version)?.value).toMatchObject({ query: { sql: 'select 2' } })
  })

  test('tells it of a note on a dashboard too, and it is gone once its author has dealt with it', async () => {
    const args = { id: 'x', dashboardId: 'd', content: note('by bob'), basedOn: textHash('never seen') }
    await does(bob, 'updateTile', args)
    expect(await told(ann)).toMatchObject([{ key: 'tile/d/x', by: 'bob' }])
    await does(bob, 'dismissOverwrittenText', { key: 'tile/d/x' })
    expect(await told(ann)).toHaveLength(1)
    await does(ann, 'dismissOverwrittenText', { key: 'tile/d/x' })
    expect(await told(ann)).toEqual([])
  })

  test('leaves what another tab of theirs wrote in the history, also where both are sent together', async () => {
    const write = (id: number, sql: string, seen: string, tab: string) =>
      mutationOf(id, 'updateSqlQuery', { id: 'c', sql, basedOn: seen === '' ? '' : textHash(seen) }, tab)
    const mutations = [
      write(1, 'select 2', 'select 1', 'tab-1'),
      write(2, 'select 2 as theirs', 'select 2', 'tab-1'),
      write(1, 'select 3 as mine', '', 'tab-2'),
      write(2, 'select 3 as mine, 4', 'select 3 as mine', 'tab-2'),
    ]
    await bed.sync.push(ann, pushOf(mutations, { clientGroupID: 'tabs' }))
    const past = await bed.store.read('acme', (tx) => tx.listPast('chart/c', Number.MAX_SAFE_INTEGER, 10))
    expect(past.map(({ value }) => entryTextOf('chart/c', value ?? undefined))).toEqual([
      'select 3 as mine, 4',
      'select 2 as theirs',
      'select 1',
    ])
  })

  test.each([
    ['who has seen the text', () => writesSql(bob, 'select 3', 'select 1')],
    ['whose own text it was', () => writesSql(ann, 'select 3', 'something else')],
    ['who writes the same', () => writesSql(bob, 'select 1', 'something else')],
    ['on a page that does not say what it saw', () => writesSql(bob, 'select 3')],
    ['who changes no text', () => does(bob, 'updateSqlQuery', { id: 'c', declare: [], basedOn: 'x' })],
    ['who is refused', () => writesSql(personOf('bob', { role: 'viewer' }), 'select 3', 'something else')],
  ])('nobody is told of one %s', async (_, write) => {
    await write()
    expect(await told(ann)).toEqual([])
  })
})
