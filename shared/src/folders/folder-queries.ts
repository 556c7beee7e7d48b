import { byDeletion, isDeleted } from '../base/deletion'
import { byOrder } from '../base/order'
import { getFromView, listFromView, type EntryView } from '../entries/entry-tx'
import { folderKey, folderPrefix, folderSchema, type Folder, type FolderId } from './folder'

export function getFolder(view: EntryView, id: FolderId): Folder | undefined {
  return getFromView(view, folderSchema, folderKey(id))
}

/** Lists folders in use, in order; they nest by `parentId`. */
export function listFolders(view: EntryView): Folder[] {
  return listFromView(view, folderSchema, folderPrefix)
    .filter((folder) => folder.deletedAt === null)
    .sort(byOrder)
}

/** Lists folders in the trash, the last deleted first. */
export function listDeletedFolders(view: EntryView): Folder[] {
  return listFromView(view, folderSchema, folderPrefix).filter(isDeleted).sort(byDeletion)
}
