'use client'

import { Folder, FolderPlus, House, Search } from 'lucide-react'
import { useState } from 'react'
import type { FolderId } from '@tidemark/shared/folders/folder'
import { mayEditIn } from '@tidemark/shared/folders/folder-rights'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { classNames } from '@/ui/class-names'
import { Dialog } from '@/ui/popups/dialog'
import { TextField } from '@/ui/fields/text-field'
import { rankEntries } from '@/features/commands/rank-entries'
import type { FolderAtDepth } from '@/features/content/content-tree'
import { newFolderName } from './move-target'

interface FolderChoiceDialogProps {
  readonly name: string
  readonly description?: string | undefined
  /** The folder that it is in; null at the top. */
  readonly here: FolderId | null
  /** The folder whose editors may move it. */
  readonly place: FolderId | null
  readonly folders: readonly FolderAtDepth[]
  readonly onMove: (folderId: FolderId | null) => void
  /** Moves it to a folder made for it, by its name; absent where none is made. */
  readonly onMoveToNew?: ((name: string) => void) | undefined
  readonly onClose: () => void
}

/** Asks for the folder something moves to, among those that the person may edit. */
export function FolderChoiceDialog({
  name,
  description,
  here,
  place,
  folders: all,
  onMove,
  onMoveToNew,
  onClose,
}: FolderChoiceDialogProps) {
  const [query, setQuery] = useState('')
  const actor = useActor()
  const folders = useView((view) => all.filter(({ folder }) => mayEditIn(actor, folder.id, view)), [actor, all])
  const targets = [
    { id: 'top', folderId: null, title: 'Top level', depth: 0 },
    ...folders.map(({ folder, depth }) => ({
      id: folder.id,
      folderId: folder.id,
      title: folder.name,
      depth: depth + 1,
    })),
  ]
  const shown =
    query.trim() === '' ? targets : rankEntries(targets, query, [], 100).map((target) => ({ ...target, depth: 0 }))
  // What Enter takes.
  const first = query.trim() === '' ? undefined : shown.find(({ folderId }) => folderId !== here)
  // It is made at the top.
  const mayMake = useMayEdit() && onMoveToNew !== undefined
  const newName = mayMake ? newFolderName(query, targets) : null
  const move = (folderId: FolderId | null) => {
    onMove(folderId)
    onClose()
  }
  const moveToNew = (name: string) => {
    onMoveToNew?.(name)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isAllowed={useMayEdit(place)}
      title={`Move “${name}”`}
      description={description}
      width={380}
    >
      <TextField
        label="Find a folder"
        hideLabel
        icon={Search}
        placeholder="Find a folder"
        value={query}
        aria-description={enterText(first?.title, newName)}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || (first === undefined && newName === null))
            return
          // It would press the button that the focus goes back to.
          event.preventDefault()
          if (first !== undefined) move(first.folderId)
          else if (newName !== null) moveToNew(newName)
        }}
      />
      <ul className="mt-2 flex max-h-72 flex-col gap-0.5 overflow-y-auto">
        {shown.map(({ id, folderId, title, depth }) => (
          <li key={id}>
            <button
              type="button"
              disabled={folderId === here}
              onClick={() => move(folderId)}
              style={{ paddingLeft: 8 + depth * 16 }}
              className={classNames(
                'flex min-h-[30px] w-full items-center gap-2 rounded-row pr-2 text-left transition-colors touch:min-h-11',
                folderId === here ? 'text-muted' : 'hover:bg-hover',
                id === first?.id && 'bg-hover',
              )}
            >
              {folderId === null ? (
                <House aria-hidden className="text-muted" />
              ) : (
                <Folder aria-hidden className="text-muted" />
              )}
              <span className="min-w-0 flex-1 truncate">{title}</span>
              {folderId === here && <span className="text-small">It is here</span>}
            </button>
          </li>
        ))}
        {newName !== null && (
          <li>
            <button
              type="button"
              onClick={() => moveToNew(newName)}
              className={classNames(
                'flex min-h-[30px] w-full items-center gap-2 rounded-row px-2 text-left transition-colors hover:bg-hover touch:min-h-11',
                first === undefined && 'bg-hover',
              )}
            >
              <FolderPlus aria-hidden className="text-muted" />
              <span className="min-w-0 flex-1 truncate">New folder “{newName}”</span>
            </button>
          </li>
        )}
      </ul>
      {shown.length === 0 && newName === null && (
        <p className="py-6 text-center text-muted">No folder is named “{query.trim()}”.</p>
      )}
    </Dialog>
  )
}

/** Says what Enter does, if anything. */
function enterText(folder: string | undefined, newName: string | null): string | undefined {
  if (folder !== undefined) return `Enter moves it to “${folder}”`
  return newName === null ? undefined : `Enter moves it to the new folder “${newName}”`
}
