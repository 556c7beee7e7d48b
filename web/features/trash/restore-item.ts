import type { Actor } from '@tidemark/shared/access/actor'
import { isAllowed } from '@tidemark/shared/access/rules'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { mayEditIn } from '@tidemark/shared/folders/folder-rights'
import type { Mutate } from '@/client/workspace/change-target'
import type { TrashEntry, TrashItem } from './list-trash'

/** Returns true if the person may restore it; otherwise no button is shown. */
export function mayRestore(
  actor: Actor,
  { kind, heldBy }: Pick<TrashItem, 'kind' | 'heldBy'>,
  view: EntryView,
): boolean {
  return kind === 'connection' ? isAllowed(actor, { do: 'manage-connections' }) : mayEditIn(actor, heldBy, view)
}

/** Restores a line of the trash, a folder with its parts, as the undo step `actionId`. */
export async function restoreItem(mutate: Mutate, item: TrashItem, actionId: string): Promise<void> {
  const options = { label: `Restore ${item.kind}`, actionId }
  for (const entry of item.parts) await restoreEntry(mutate, entry, options)
}

function restoreEntry(
  mutate: Mutate,
  entry: TrashEntry,
  options: { readonly label: string; readonly actionId: string },
): Promise<void> {
  const { folderId } = entry
  switch (entry.kind) {
    case 'dashboard':
      return mutate('updateDashboard', { id: entry.id, deletedAt: null, folderId }, options)
    case 'chart':
      return mutate('updateChart', { id: entry.id, deletedAt: null, folderId }, options)
    case 'metric':
      return mutate('updateMetric', { id: entry.id, deletedAt: null, folderId }, options)
    case 'segment':
      return mutate('updateSegment', { id: entry.id, deletedAt: null, folderId }, options)
    case 'dataset':
      return mutate('updateDataset', { id: entry.id, deletedAt: null }, options)
    case 'connection':
      return mutate('updateConnection', { id: entry.id, deletedAt: null }, options)
    case 'folder':
      return mutate('updateFolder', { id: entry.id, deletedAt: null, parentId: folderId }, options)
  }
}
