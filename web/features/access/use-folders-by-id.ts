import type { Folder } from '@tidemark/shared/folders/folder'
import { listDeletedFolders, listFolders } from '@tidemark/shared/folders/folder-queries'
import { useView } from '@/client/workspace/use-view'

/** Returns all folders that the person sees, also those in the trash, which still decide. */
export function useFoldersById(): ReadonlyMap<string, Folder> {
  const folders = useView(listFolders, [])
  const deleted = useView(listDeletedFolders, [])
  return new Map([...folders, ...deleted].map((folder) => [folder.id, folder]))
}
