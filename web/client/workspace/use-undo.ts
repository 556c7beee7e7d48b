'use client'

import { useSyncExternalStore } from 'react'
import { useChangeTarget } from './change-target'
import { getPageStep, subscribeToPageStep } from '../undo/page-step'

/**
 * Returns undo and redo for this tab's changes; a step begun on the page comes first. A label is null if there is
 * nothing to undo.
 */
export function useUndo() {
  const { undo, redo, undoStack } = useChangeTarget()
  const { undoLabel, redoLabel } = useSyncExternalStore(undoStack.subscribe, undoStack.getState, undoStack.getState)
  const begun = useSyncExternalStore(subscribeToPageStep, getPageStep, () => null)
  return { undo: begun?.undo ?? undo, redo, undoLabel: begun?.label ?? undoLabel, redoLabel }
}
