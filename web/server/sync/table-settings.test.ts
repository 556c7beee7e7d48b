import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectionOf } from '@testkit/entries/connection-fixture'
import { openSyncTestBed, personOf, pullFrom, type SyncTestBed } from '@testkit/sync/sync-test-bed'
import type { Actor } from '@tidemark/shared/access/actor'
import type { Cookie } from '@tidemark/shared/sync/protocol'
import { connectionTable, tableIdOf } from '@tidemark/shared/tables/table-source'
import { createHistoryService } from '../history/history-service'

const ann = personOf('ann')
const viewer = personOf('cleo', { role: 'viewer' })
const boss = personOf('boss', { role: 'admin' })
const source = connectionTable('shop', { schema: 'public', name: 'orders' })
if (source === null) throw new Error('an id of a connection')

let bed: SyncTestBed
beforeEach(async () => {
  bed = await openSyncTestBed()
  const connection = connectionOf({
    access: [
      { to: { kind: 'person', userId: 'ann' }, level: 'builder' },
      { to: { kind: 'person', userId: 'cleo' }, level: 'results' },
    ],
  })
  await bed.store.write('acme', { userId: 'boss', at: 1 }, (tx) =>
    tx.putEntry(`connection/${connection.id}`, connection, 'everyone'),
  )
})
afterEach(() => bed.dispose())

const act = (actor: Actor, name: string, args: object) =>
  bed.sync.mutate(actor, name, { at: 1, actionId: 'step', ...args })
const pull = async (actor: Actor, cookie: Cookie | null) => {
  const { patch, cookie: next } = await pullFrom(bed, actor, cookie, `group-${actor.userId}`)
  const told = patch.map((operation) =>
    'key' in operation ? `${operation.op} ${operation.key.split('/')[0]}` : 'clear',
  )
  return { next, told }
}

test('what is said about a connection’s table is sent to who sees its results, and taken when that ends', async () => {
  await act(ann, 'updateColumn', { source, column: 'amount', label: 'Revenue' })
  const stranger = personOf('dora', { role: 'viewer' })
  expect((await pull(stranger, null)).told).not.toContain('put column')
  const seen = await pull(viewer, null)
  expect(seen.told).toContain('put column')
  await act(boss, 'revokeConnection', { id: source.connectionId, to: { kind: 'person', userId: 'cleo' } })
  expect((await pull(viewer, seen.next)).told).toContain('del column')
})

test('its history is told to the same', async () => {
  await act(ann, 'updateColumn', { source, column: 'amount', label: 'Revenue' })
  await act(ann, 'updateTable', { source, label: 'Orders' })
  const history = createHistoryService({ store: bed.store })
  const page = await history.read(viewer, 'table', tableIdOf(source))
  expect(page.revisions.map(({ key }) => key.split('/')[0])).toEqual(['table', 'column'])
  const stranger = history.read(personOf('dora'), 'table', tableIdOf(source))
  await expect(stranger).rejects.toMatchObject({ code: 'not-found' })
})
