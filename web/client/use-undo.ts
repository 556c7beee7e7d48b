'use client'

import { useSyncExternalStore } from 'react'
import { useChangeTarget } from './change-target'

/** Undo and redo of this tab's changes; a label is null when there is nothing to take back. */
export function useUndo() {
  const { undo, redo, undoStack } = useChangeTarget()
  return {
    undo,

    redo,
    ...useSyncExternalStore(undoStack.subscribe, undoStack.getState, undoStack.getState),
  }
}
