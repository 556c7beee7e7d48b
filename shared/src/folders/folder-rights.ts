import type { Actor } from '../access/actor'
import { decideFolder, type AccessFolder } from '../access/folder-access'
import { isAllowed } from '../access/rules'
import { mustGetEntry, type EntryTx, type EntryView } from '../entries/entry-tx'
import { TidemarkError } from '../errors/tidemark-error'
import { folderIdSchema, folderKey, folderSchema, type Folder, type FolderId } from './folder'
import { getFolder } from './folder-queries'

/** Predicts from what the actor sees whether the mutators below will allow an edit: for showing what can be done. */
export function mayEditIn(actor: Actor, folderId: FolderId | null, view: EntryView): boolean {
  const lookup = (id: string) => getFolder(view, folderIdSchema.parse(id))
  return isAllowed(actor, { do: 'edit-content' }) && decideFolder(actor, folderId, lookup).granted === 'edit'
}

/**
 * Requires the right to edit a folder and its content; null is the top of the workspace.
 * The role is the mutator's own permission. Fails with `not-found` or `folder-forbidden`.
 */
export async function mustEditFolder(tx: EntryTx, id: FolderId | null): Promise<void> {
  if (id !== null) mustBeEditable(tx, await mustGetEntry(tx, folderSchema, folderKey(id)), await foldersAround(tx, id))
}

/** The same for what moves from one folder to another; `to` undefined: it stays. */
export async function mustMoveBetween(
  tx: EntryTx,
  from: FolderId | null,
  to: FolderId | null | undefined,
): Promise<void> {
  await mustEditFolder(tx, from)
  if (to !== undefined && to !== from) await mustEditFolder(tx, to)
}

/** Requires that the actor could still edit in the folder if it were this one. Nobody may shut themselves out. */
export async function mustStayEditable(tx: EntryTx, folder: Folder): Promise<void> {
  mustBeEditable(tx, folder, await foldersAround(tx, folder.parentId))
}

function mustBeEditable(tx: EntryTx, folder: Folder, around: ReadonlyMap<string, AccessFolder>): void {
  const lookup = (id: string) => (id === folder.id ? folder : around.get(id))
  if (decideFolder(tx.actor, folder.id, lookup).granted !== 'edit') {
    throw new TidemarkError('folder-forbidden', { detail: folder.name })
  }
}

/** The folder and those around it, as far as the actor sees them: who sees a folder sees the one that decides for it. */
async function foldersAround(tx: EntryTx, from: FolderId | null): Promise<ReadonlyMap<string, AccessFolder>> {
  const folders = new Map<string, AccessFolder>()
  for (let id = from; id !== null && !folders.has(id);) {
    const value = await tx.get(folderKey(id))
    if (value === undefined) break
    const folder = folderSchema.parse(value)
    folders.set(id, folder)
    id = folder.parentId
  }
  return folders
}
