import { everyone } from '@tidemark/shared/access/actor'
import type { JsonObject } from '@tidemark/shared/base/json'
import { folderKey, folderIdSchema } from '@tidemark/shared/folders/folder'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAccountDatabase } from '../store/accounts/account-database'
import { openSyncTestBed, personOf, type SyncTestBed } from '@testkit/sync/sync-test-bed'
import { auditAccess } from './audit-access'

const ann = personOf('ann')
const key = folderKey(folderIdSchema.parse('f'))
const folder = { id: 'f', parentId: null, name: 'Growth', order: 'a0', deletedAt: null, createdAt: 1, createdBy: 'ann' }
const openFolder: JsonObject = { ...folder, updatedAt: 5, updatedBy: 'ann' }
const list = [{ to: { kind: 'person', userId: 'bob' }, level: 'read' }]

let bed: SyncTestBed
beforeEach(async () => {
  bed = await openSyncTestBed()
})
afterEach(() => bed.dispose())

const write = (value: JsonObject | null, actor = ann, at = key) =>
  bed.store.write('acme', { userId: actor.userId, at: 5 }, async (tx) => {
    await auditAccess(tx, actor, at, value)
    if (value !== null && at === key) await tx.putEntry(at, openFolder, everyone)
  })
const events = () => openAccountDatabase(bed.store.tables).selectFrom('audit_event').selectAll().execute()

test('who may use a folder is written down when it changes, with what it was before', async () => {
  await write(openFolder)
  expect(await events()).toEqual([])
  await write({ ...openFolder, access: list })
  const [event, ...others] = await events()
  expect([event, others]).toEqual([
    expect.objectContaining({
      org: 'acme',
      at: 5,
      actor_user_id: 'ann',
      actor_kind: 'person',
      action: 'folder-access-changed',
      target: 'f',
    }),
    [],
  ])
  expect(JSON.parse(event?.detail ?? '')).toEqual({ name: 'Growth', from: null, to: list })
})

test('a connection’s access is, too, by a token as by a person', async () => {
  await write({ name: 'Shop', access: list, updatedAt: 7 }, { ...ann, kind: 'token' }, 'connection/shop')
  expect(await events()).toMatchObject([
    { action: 'connection-access-changed', actor_kind: 'token', target: 'shop', at: 7 },
  ])
})

test('who may make public links is, too', async () => {
  await write({ publicLinksBy: 'editors', updatedAt: 8 }, ann, 'workspace/settings')
  const [event] = await events()
  expect(event).toMatchObject({ action: 'public-link-makers-changed', at: 8 })
  expect(JSON.parse(event?.detail ?? '')).toEqual({ name: null, from: null, to: 'editors' })
})

test.each<[string, () => Promise<unknown>]>([
  ['a new name', () => write({ ...openFolder, name: 'Other' })],
  ['a deletion', () => write(null)],
  ['a chart', () => write({ name: 'x', access: list }, ann, 'chart/x')],
  ['local mode', () => write({ ...openFolder, access: list }, { ...ann, kind: 'local' })],
])('%s is no change of access', async (_, change) => {
  await change()
  expect(await events()).toEqual([])
})

test('without its write, there is no such line', async () => {
  const failing = bed.store.write('acme', { userId: 'ann', at: 5 }, async (tx) => {
    await auditAccess(tx, ann, key, { ...openFolder, access: list })
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  expect(await events()).toEqual([])
})
