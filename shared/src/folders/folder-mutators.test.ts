import { beforeEach, describe, expect, test } from 'vitest'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { folderIdSchema, folderKey, folderSchema } from './folder'
import { createFolder, grantFolder, keepFolder, openFolder, revokeFolder, updateFolder } from './folder-mutators'
import { listFolders } from './folder-queries'

const a = folderIdSchema.parse('a')
const b = folderIdSchema.parse('b')
const c = folderIdSchema.parse('c')

describe('folder mutators', () => {
  let tx: MapEntryTx
  beforeEach(() => {
    tx = new MapEntryTx()
  })
  const create = (id: typeof a, parentId: typeof a | null = null) =>
    tx.run(createFolder, { id, parentId, name: `folder ${id}`, order: 'a0' })

  test('a new folder is whole: who made it, when, and not in the trash', async () => {
    await create(a)
    expect(folderSchema.parse(tx.entries.get(folderKey(a)))).toEqual({
      id: 'a',
      parentId: null,
      access: null,
      name: 'folder a',
      order: 'a0',
      deletedAt: null,
      createdAt: 10,
      createdBy: 'ann',
      updatedAt: 10,
      updatedBy: 'ann',
    })
  })

  test('an id that is taken is refused, also for a folder in the trash', async () => {
    await create(a)
    await tx.run(updateFolder, { id: a, deletedAt: 5 })
    await expect(create(a)).rejects.toMatchObject({ code: 'already-exists' })
  })

  test('a folder is made inside one that exists and nowhere else', async () => {
    await create(a)
    await create(b, a)
    await expect(create(c, c)).rejects.toMatchObject({ code: 'not-found', detail: 'folder/c' })
  })

  test('a change touches the fields given and says who changed it, not who made it', async () => {
    await create(a)
    await tx.as('bob').run(updateFolder, { id: a, name: 'new' }, 20)
    expect(tx.entries.get(folderKey(a))).toMatchObject({
      name: 'new',
      order: 'a0',
      createdBy: 'ann',
      createdAt: 10,
      updatedBy: 'bob',
      updatedAt: 20,
    })
  })

  test('moving, trashing and taking out of the trash are changes like any other', async () => {
    await create(a)
    await create(b)
    await tx.run(updateFolder, { id: b, parentId: a })
    await tx.run(updateFolder, { id: b, deletedAt: 33 })
    expect(tx.entries.get(folderKey(b))).toMatchObject({ parentId: 'a', deletedAt: 33 })
    await tx.run(updateFolder, { id: b, parentId: null, deletedAt: null })
    expect(tx.entries.get(folderKey(b))).toMatchObject({ parentId: null, deletedAt: null })
  })

  test.each([
    ['into itself', a, a],
    ['into a folder inside it', a, b],
    ['into one further down', a, c],
  ])('moving a folder %s is refused', async (_, id, parentId) => {
    await create(a)
    await create(b, a)
    await create(c, b)
    await expect(tx.run(updateFolder, { id, parentId })).rejects.toMatchObject({ code: 'invalid-mutation' })
    expect(tx.entries.get(folderKey(a))).toMatchObject({ parentId: null })
  })

  test('one that does not exist cannot be changed', async () => {
    await expect(tx.run(updateFolder, { id: a, name: 'x' })).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('a folder’s list', () => {
  const [ann, bob, cleo] = [personOf('ann'), personOf('bob'), personOf('cleo')]
  const editors = { kind: 'role', role: 'editor' } as const
  let tx: MapEntryTx
  beforeEach(async () => {
    tx = new MapEntryTx('ann', { role: 'admin' })
    await tx.run(createFolder, { id: a, parentId: null, name: 'Pay', order: 'a0' })
  })
  const access = () => folderSchema.parse(tx.entries.get(folderKey(a))).access

  test('is started, and whoever keeps the folder a second time only adds whom it does not name', async () => {
    await tx.run(keepFolder, { id: a, first: [{ to: bob, level: 'read' }] })
    await tx.run(keepFolder, {
      id: a,
      first: [
        { to: bob, level: 'edit' },
        { to: cleo, level: 'edit' },
      ],
    })
    expect(access()).toEqual([
      { to: bob, level: 'read' },
      { to: cleo, level: 'edit' },
    ])
    await tx.run(openFolder, { id: a })
    expect(access()).toBeNull()
  })

  test('is changed line by line, so that nobody is put back who was taken off meanwhile', async () => {
    await tx.run(keepFolder, {
      id: a,
      first: [
        { to: bob, level: 'read' },
        { to: cleo, level: 'read' },
      ],
    })
    await tx.run(revokeFolder, { id: a, to: bob })
    await tx.run(grantFolder, { id: a, to: editors, level: 'edit' })
    await tx.run(grantFolder, { id: a, to: cleo, level: 'edit', from: 'read' })
    await expect(tx.run(grantFolder, { id: a, to: bob, level: 'edit', from: 'read' })).rejects.toMatchObject({
      code: 'changed-since',
    })
    expect(access()).toEqual([
      { to: cleo, level: 'edit' },
      { to: editors, level: 'edit' },
    ])
  })

  test('does not come into being by one grant, which would shut out all others', async () => {
    await expect(tx.run(grantFolder, { id: a, to: bob, level: 'read' })).rejects.toMatchObject({
      code: 'changed-since',
    })
    await expect(tx.run(revokeFolder, { id: a, to: bob })).rejects.toMatchObject({ code: 'changed-since' })
    expect(access()).toBeNull()
  })

  test('lets nobody shut themselves out', async () => {
    const editor = tx.as('ann')
    await expect(editor.run(keepFolder, { id: a, first: [] })).rejects.toMatchObject({ code: 'folder-forbidden' })
    await editor.run(keepFolder, { id: a, first: [{ to: ann, level: 'edit' }] })
    await expect(editor.run(revokeFolder, { id: a, to: ann })).rejects.toMatchObject({ code: 'folder-forbidden' })
    await expect(editor.run(grantFolder, { id: a, to: ann, level: 'read' })).rejects.toMatchObject({
      code: 'folder-forbidden',
    })
    expect(access()).toEqual([{ to: ann, level: 'edit' }])
  })

  test('names two hundred and no more', async () => {
    const first = Array.from(
      { length: 200 },
      (_, index) => ({ to: { kind: 'person', userId: `p${index}` }, level: 'read' }) as const,
    )
    await tx.run(keepFolder, { id: a, first })
    await expect(tx.run(grantFolder, { id: a, to: bob, level: 'read' })).rejects.toMatchObject({
      code: 'invalid-mutation',
    })
    await tx.run(grantFolder, { id: a, to: { kind: 'person', userId: 'p7' }, level: 'edit' })
    expect(access()).toHaveLength(200)
  })
})

test('a stored folder whose order is none stays in its list and can be changed, but none is written anew', async () => {
  const tx = new MapEntryTx()
  await tx.run(createFolder, { id: a, parentId: null, name: 'Old', order: 'a0' })
  await tx.set(folderKey(a), { ...folderSchema.parse(tx.entries.get(folderKey(a))), order: '!!!' })
  await tx.run(updateFolder, { id: a, name: 'New' })
  const view = { get: (key: string) => tx.entries.get(key), scan: () => tx.entries }
  expect(listFolders(view).map(({ name, order }) => [name, order])).toEqual([['New', '!!!']])
  await expect(tx.run(updateFolder, { id: a, order: '!!!' })).rejects.toThrow('fractional index')
})

function personOf(userId: string) {
  return { kind: 'person', userId } as const
}
