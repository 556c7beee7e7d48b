'use client'

import { useMemo } from 'react'
import { useUndo } from '@/client/workspace/use-undo'
import { reportProblem } from '../messages/report-problem'
import type { Command } from './command'
import { useCommands } from './use-commands'

/**
 * Makes the undo and redo keys act on a page's own content, which is not in the workspace. noun: its name in command
 * ids.
 */
export function useOwnUndoCommands(noun: 'question' | 'draft'): void {
  const { undo, redo, undoLabel, redoLabel } = useUndo()
  const commands = useMemo(
    (): readonly Command[] => [
      {
        id: `undo-${noun}`,
        title: `Undo: ${undoLabel ?? ''}`,
        group: 'This page',
        shortcut: 'mod+z',
        when: () => undoLabel !== null,
        run: () => void undo().catch(reportProblem),
      },
      {
        id: `redo-${noun}`,
        title: `Redo: ${redoLabel ?? ''}`,
        group: 'This page',
        shortcut: 'mod+shift+z',
        when: () => redoLabel !== null,
        run: () => void redo().catch(reportProblem),
      },
    ],
    [noun, undo, redo, undoLabel, redoLabel],
  )
  useCommands(commands)
}
