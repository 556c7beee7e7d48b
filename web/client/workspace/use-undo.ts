'use client'

import { useSyncExternalStore } from 'react'
import { useChangeTarget } from './change-target'
import { getPageStep, subscribeToPageStep } from '../undo/page-step'

/** Undo and redo of this tab's changes, after what a page has begun; a label is null when there is nothing to take back. */
export function useUndo() {
  const { undo, redo, undoStack } = useChangeTarget()
  const { undoLabel, redoLabel } = useSyncExternalStore(undoStack.subscribe, undoStack.getState, undoStack.getState)
  const begun = useSyncExternalStore(subscribeToPageStep, getPageStep, () => null)
  return { undo: begun?.undo ?? undo, redo, undoLabel: begun?.label ?? undoLabel, redoLabel }
}
