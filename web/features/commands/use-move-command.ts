import { FolderInput } from 'lucide-react'
import { useMemo } from 'react'
import { shellState$ } from '../preferences/shell-state'
import type { Command } from './command'
import { useCommands } from './use-commands'

/** Adds the palette command that moves the page's chart or dashboard to another folder. */
export function useMoveCommand(kind: 'chart' | 'dashboard', id: string, mayEdit: boolean): void {
  const commands = useMemo<readonly Command[]>(
    () => [
      {
        id: `${kind}-move`,
        title: 'Move to folder…',
        group: 'This page',
        icon: FolderInput,
        keywords: 'put in directory',
        when: () => mayEdit,
        run: () => {
          shellState$.movingId.set(id)
        },
      },
    ],
    [kind, id, mayEdit],
  )
  useCommands(commands)
}
