'use client'

import { useSyncClient, useUndoState } from './workspace-client'

/** Undo and redo of this tab's changes; a label is null when there is nothing to take back. */
export function useUndo() {
  const { undo, redo } = useSyncClient()
  return { undo, redo, ...useUndoState() }
}
