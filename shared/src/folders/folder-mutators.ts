import { folderAccessSchema } from '../access/folder-access'
import { orderSchema } from '../base/order'
import { TidemarkError } from '../errors/tidemark-error'
import { createdBy, defineMutator, givenFields, updatedBy } from '../entries/define-mutator'
import { mustBeFree, mustGetEntry, type EntryTx } from '../entries/entry-tx'
import { folderIdSchema, folderKey, folderSchema, type FolderId } from './folder'
import { mustEditFolder, mustMoveBetween, mustStayEditable } from './folder-rights'

export const createFolder = defineMutator({
  name: 'createFolder',
  summary: 'Makes a folder.',
  args: {
    id: folderIdSchema,
    parentId: folderSchema.shape.parentId,
    name: folderSchema.shape.name,
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
  summary: 'Renames, moves, reorders, deletes (deletedAt) or restores a folder.',
  args: {
    id: folderIdSchema,
    parentId: folderSchema.shape.parentId.optional(),
    name: folderSchema.shape.name.optional(),
    order: orderSchema.optional(),
    deletedAt: folderSchema.shape.deletedAt.optional(),
  },
  permission: { do: 'edit-content' },
  run: async (tx, { id, at, actionId: _, ...changes }) => {
    const folder = await mustGetEntry(tx, folderSchema, folderKey(id))
    await mustMoveBetween(tx, id, changes.parentId)
    if (changes.parentId) await mustNotContain(tx, id, changes.parentId)
    await tx.set(folderKey(id), { ...folder, ...givenFields(changes), ...updatedBy(tx, at) })
  },
})

export const setFolderAccess = defineMutator({
  name: 'setFolderAccess',
  summary:
    'Says who may read and edit what a folder holds; null for whoever may in the folder around it. Nobody may shut themselves out.',
  args: { id: folderIdSchema, access: folderAccessSchema },
  permission: { do: 'edit-content' },
  run: async (tx, { id, access, at }) => {
    const folder = await mustGetEntry(tx, folderSchema, folderKey(id))
    await mustEditFolder(tx, id)
    const changed = { ...folder, access, ...updatedBy(tx, at) }
    await mustStayEditable(tx, changed)
    await tx.set(folderKey(id), changed)
  },
})

/**
 * Two people moving folders into each other must not make a ring that no tree shows. Where a folder around the target
 * cannot be seen, nobody can tell: then it fails with `not-found`.
 */
export async function mustNotContain(tx: EntryTx, moved: FolderId, target: FolderId): Promise<void> {
  let current: FolderId | null = target
  while (current !== null) {
    if (current === moved) throw new TidemarkError('invalid-mutation', { detail: 'A folder cannot be inside itself.' })
    const folder: { parentId: FolderId | null } = await mustGetEntry(tx, folderSchema, folderKey(current))
    current = folder.parentId
  }
}
