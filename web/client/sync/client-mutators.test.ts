import { everyone, personalAudience, type Actor } from '@tidemark/shared/access/actor'
import { folderKey, folderSchema } from '@tidemark/shared/folders/folder'
import type { MutatorDefs } from 'replicache'
import { ReplicacheImpl } from 'replicache/impl'
import { afterEach, expect, test, vi } from 'vitest'
import { createClientMutators } from './client-mutators'

const ann: Actor = {
  kind: 'person',
  userId: 'ann',
  orgId: 'acme',
  role: 'editor',
  audiences: [everyone, personalAudience('ann')],
  grants: [],
}
const id = folderSchema.shape.id.parse('a')
const other = folderSchema.shape.id.parse('b')
const byBob = {
  access: null,
  parentId: null,
  name: 'by bob',
  order: 'a0',
  deletedAt: null,
  createdAt: 1,
  createdBy: 'bob',
  updatedAt: 1,
  updatedBy: 'bob',
}

let replicache: ReplicacheImpl<MutatorDefs> | undefined
afterEach(async () => await replicache?.close())

/** Opens a client whose pushes do not get through, and whose second pull brings others' changes. */
function openOffline(
  patch: { op: 'put'; key: string; value: typeof byBob & { id: string } }[],
  actor = ann,
  name = 'client-mutators',
) {
  let order = 0
  replicache = new ReplicacheImpl<MutatorDefs>({
    name: `${name}-${patch.length}`,
    kvStore: 'mem',
    logSinks: [{ log: () => undefined }],
    pullInterval: null,
    mutators: createClientMutators(
      () => actor,
      () => undefined,
    ),
    pusher: async () => ({ httpRequestInfo: { httpStatusCode: 503, errorMessage: 'offline' } }),
    puller: async () => ({
      response: { cookie: { order: (order += 1) }, lastMutationIDChanges: {}, patch: order === 1 ? [] : patch },
      httpRequestInfo: { httpStatusCode: 200, errorMessage: '' },
    }),
  })
  return replicache
}

test('a pending change that others have made impossible does not keep their changes away', async () => {
  const client = openOffline([
    { op: 'put', key: folderKey(id), value: { id, ...byBob } },
    { op: 'put', key: folderKey(other), value: { id: other, ...byBob } },
  ])
  await vi.waitFor(async () => await client.pull({ now: true }))
  await client.mutate['createFolder']?.({ id, parentId: null, name: 'by ann', order: 'a0', at: 1, actionId: 'step' })
  await client.pull({ now: true })
  const names = await client.query(async (tx) => [await tx.get(folderKey(id)), await tx.get(folderKey(other))])
  expect(names).toMatchObject([{ name: 'by bob' }, { name: 'by bob' }])
  expect(await client.experimentalPendingMutations()).toHaveLength(1)
})

test('a change that is refused halfway when it is run again leaves no half of itself', async () => {
  const client = openOffline([
    { op: 'put', key: folderKey(other), value: { id: other, ...byBob, parentId: id as never } },
  ])
  await vi.waitFor(async () => await client.pull({ now: true }))
  const folder = { id, ...byBob }
  const made = { key: folderKey(id), expected: null, restored: folder }
  const step = { at: 1, actionId: 'step' }
  await client.mutate['restoreEntries']?.({ changes: [made], ...step })
  // Undone again here; on top of what bob put into it meanwhile the folder must stay.
  await client.mutate['restoreEntries']?.({
    changes: [{ key: folderKey(id), expected: folder, restored: null }],
    ...step,
  })
  expect(await client.query(async (tx) => await tx.has(folderKey(id)))).toBe(false)
  await client.pull({ now: true })
  expect(await client.query(async (tx) => [await tx.has(folderKey(id)), await tx.has(folderKey(other))])).toEqual([
    true,
    true,
  ])
})

test('what was done as an editor stays in view for a viewer until the server has refused it', async () => {
  const asEditor = openOffline([{ op: 'put', key: folderKey(other), value: { id: other, ...byBob } }], ann, 'role')
  await asEditor.mutate['createFolder']?.({ id, parentId: null, name: 'by ann', order: 'a0', at: 1, actionId: 'step' })
  await asEditor.persist()
  await asEditor.close()
  const asViewer = openOffline(
    [{ op: 'put', key: folderKey(other), value: { id: other, ...byBob } }],
    { ...ann, role: 'viewer' },
    'role',
  )
  await vi.waitFor(async () => await asViewer.pull({ now: true }))
  await asViewer.pull({ now: true })
  expect(await asViewer.query(async (tx) => [await tx.has(folderKey(id)), await tx.has(folderKey(other))])).toEqual([
    true,
    true,
  ])
})
