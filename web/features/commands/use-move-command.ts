import { FolderInput } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { shellState$ } from '../preferences/shell-state'
import type { Command } from './command'
import { useCommands } from './use-commands'

/**
 * Adds the palette command that moves what the page shows to another folder. open: shows the folders; by default those for charts and
 * dashboards.
 */
export function useMoveCommand(
  kind: 'chart' | 'dashboard' | 'dataset' | 'metric' | 'segment',
  id: string,
  mayEdit: boolean,
  open?: () => void,
): void {
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
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
          if (latest.current === undefined) shellState$.movingId.set(id)
          else latest.current()
        },
      },
    ],
    [kind, id, mayEdit],
  )
  useCommands(commands)
}
