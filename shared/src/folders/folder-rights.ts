import type { Actor } from '../access/actor'
import { decideFolder, type AccessFolder } from '../access/folder-access'
import { isAllowed } from '../access/rules'
import { mustGetEntry, type EntryTx, type EntryView } from '../entries/entry-tx'
import { TidemarkError } from '../errors/tidemark-error'
import { folderIdSchema, folderKey, folderSchema, type Folder, type FolderId } from './folder'
import { getFolder } from './folder-queries'

/**
 * Predicts from the entries that the actor sees whether the mutators below will allow an edit, so that views offer only
 * what is possible.
 */
export function mayEditIn(actor: Actor, folderId: FolderId | null, view: EntryView): boolean {
  const lookup = (id: string) => getFolder(view, folderIdSchema.parse(id))
  return isAllowed(actor, { do: 'edit-content' }) && decideFolder(actor, folderId, lookup).granted === 'edit'
}

/**
 * Requires the right to edit a folder and its content; null is the top of the workspace. The role itself is checked by
 * the mutator's permission. Fails with `not-found` or `folder-forbidden`.
 */
export async function mustEditFolder(tx: EntryTx, id: FolderId | null): Promise<void> {
  if (id !== null) mustBeEditable(tx, await mustGetEntry(tx, folderSchema, folderKey(id)), await foldersAround(tx, id))
}

/** Requires the right to move something from one folder to another; `to` undefined: it stays. */
export async function mustMoveBetween(
  tx: EntryTx,
  from: FolderId | null,
  to: FolderId | null | undefined,
): Promise<void> {
  await mustEditFolder(tx, from)
  if (to !== undefined && to !== from) await mustEditFolder(tx, to)
}

/** Requires that the actor could still edit the folder after this change, so that nobody locks themselves out. */
export async function mustStayEditable(tx: EntryTx, folder: Folder): Promise<void> {
  mustBeEditable(tx, folder, await foldersAround(tx, folder.parentId))
}

function mustBeEditable(tx: EntryTx, folder: Folder, around: ReadonlyMap<string, AccessFolder>): void {
  const lookup = (id: string) => (id === folder.id ? folder : around.get(id))
  if (decideFolder(tx.actor, folder.id, lookup).granted !== 'edit') {
    throw new TidemarkError('folder-forbidden', { detail: folder.name })
  }
}

/**
 * Returns the folder and the visible folders around it: everyone who sees a folder also sees the one that decides its
 * access.
 */
export async function foldersAround(tx: EntryTx, from: FolderId | null): Promise<ReadonlyMap<string, Folder>> {
  const folders = new Map<string, Folder>()
  for (let id = from; id !== null && !folders.has(id);) {
    const value = await tx.get(folderKey(id))
    if (value === undefined) break
    const folder = folderSchema.parse(value)
    folders.set(id, folder)
    id = folder.parentId
  }
  return folders
}
