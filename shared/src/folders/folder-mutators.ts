import * as z from 'zod/mini'
import { folderAccessSchema, folderGrantSchema, type FolderAccess, type FolderGrant } from '../access/folder-access'
import { granteeKey, withGrant, withoutGrant } from '../access/grant-list'
import { granteeSchema, maxGrants } from '../access/grantee'
import { orderSchema } from '../base/order'
import { TidemarkError } from '../errors/tidemark-error'
import { createdBy, defineMutator, givenFields, updatedBy } from '../entries/define-mutator'
import { mustBeFree, mustGetEntry, type EntryTx } from '../entries/entry-tx'
import { folderIdSchema, folderKey, folderSchema, type FolderId, folderNameSchema } from './folder'
import { mustEditFolder, mustMoveBetween, mustStayEditable } from './folder-rights'

export const createFolder = defineMutator({
  name: 'createFolder',
  args: {
    id: folderIdSchema,
    parentId: folderSchema.shape.parentId,
    name: folderNameSchema,
    order: orderSchema,
  },
  permission: { do: 'edit-content' },
  run: async (tx, { id, parentId, name, order, at }) => {
    await mustBeFree(tx, folderKey(id))
    await mustEditFolder(tx, parentId)
    await tx.set(folderKey(id), { id, parentId, name, order, access: null, deletedAt: null, ...createdBy(tx, at) })
  },
})

export const updateFolder = defineMutator({
  name: 'updateFolder',
  args: {
    id: folderIdSchema,
    parentId: z.optional(folderSchema.shape.parentId),
    name: z.optional(folderNameSchema),
    order: z.optional(orderSchema),
    viewersComment: folderSchema.shape.viewersComment,
    deletedAt: z.optional(folderSchema.shape.deletedAt),
  },
  permission: { do: 'edit-content' },
  run: async (tx, { id, at, actionId: _, ...changes }) => {
    const folder = await mustGetEntry(tx, folderSchema, folderKey(id))
    await mustMoveBetween(tx, id, changes.parentId)
    if (changes.parentId) await mustNotContain(tx, id, changes.parentId)
    await tx.set(folderKey(id), { ...folder, ...givenFields(changes), ...updatedBy(tx, at) })
  },
})

export const keepFolder = defineMutator({
  name: 'keepFolder',
  args: { id: folderIdSchema, first: z.array(folderGrantSchema).check(z.maxLength(maxGrants)) },
  permission: { do: 'edit-content' },
  run: (tx, { id, first, at }) =>
    changeAccess(tx, id, at, (access) => {
      const named = new Set((access ?? []).map(({ to }) => granteeKey(to)))
      return first.filter(({ to }) => !named.has(granteeKey(to))).reduce<FolderGrant[]>(withGrant, [...(access ?? [])])
    }),
})

export const openFolder = defineMutator({
  name: 'openFolder',
  args: { id: folderIdSchema },
  permission: { do: 'edit-content' },
  run: (tx, { id, at }) => changeAccess(tx, id, at, () => null),
})

export const grantFolder = defineMutator({
  name: 'grantFolder',
  args: { id: folderIdSchema, ...folderGrantSchema.shape, from: z.optional(folderGrantSchema.shape.level) },
  permission: { do: 'edit-content' },
  run: (tx, { id, to, level, from, at }) =>
    changeAccess(tx, id, at, (access) => {
      // A new list with one grant would shut out everyone who sees the folder now.
      if (access === null) throw new TidemarkError('changed-since', { detail: 'The folder is open to everyone now.' })
      return withGrant(access, { to, level, from })
    }),
})

export const revokeFolder = defineMutator({
  name: 'revokeFolder',
  args: { id: folderIdSchema, to: granteeSchema },
  permission: { do: 'edit-content' },
  run: (tx, { id, to, at }) =>
    changeAccess(tx, id, at, (access) => {
      if (access === null) throw new TidemarkError('changed-since', { detail: 'The folder is open to everyone now.' })
      return withoutGrant(access, to)
    }),
})

export const setFolderAccess = defineMutator({
  name: 'setFolderAccess',
  args: { id: folderIdSchema, access: folderAccessSchema },
  permission: { do: 'edit-content' },
  run: (tx, { id, access, at }) => changeAccess(tx, id, at, () => access),
})

async function changeAccess(
  tx: EntryTx,
  id: FolderId,
  at: number,
  change: (access: FolderAccess) => FolderAccess,
): Promise<void> {
  const folder = await mustGetEntry(tx, folderSchema, folderKey(id))
  await mustEditFolder(tx, id)
  const changed = { ...folder, access: change(folder.access), ...updatedBy(tx, at) }
  await mustStayEditable(tx, changed)
  await tx.set(folderKey(id), changed)
}

/**
 * Fails if moving a folder would put it inside itself, as when two people move folders into each other: no tree shows a
 * cycle. Fails with `not-found` if a folder around the target is not visible, because that cannot be checked.
 */
export async function mustNotContain(tx: EntryTx, moved: FolderId, target: FolderId): Promise<void> {
  let current: FolderId | null = target
  while (current !== null) {
    if (current === moved) throw new TidemarkError('invalid-mutation', { detail: 'A folder cannot be inside itself.' })
    const folder: { parentId: FolderId | null } = await mustGetEntry(tx, folderSchema, folderKey(current))
    current = folder.parentId
  }
}
