'use client'

import { createContext, useContext } from 'react'
import type { UndoState } from './undo-stack'
import type { Mutate } from './use-mutate'
import { useSyncClient } from './workspace-client'

/** Where the changes that are made in a part of a page go, and how they are taken back. */
export interface ChangeTarget {
  readonly mutate: Mutate
  readonly undo: () => Promise<void>
  readonly redo: () => Promise<void>
  readonly undoStack: {
    readonly getState: () => UndoState
    readonly subscribe: (listener: () => void) => () => void
  }
}

/** Given where the parts that edit something are used for what is not in the workspace. */
export const ChangeTargetContext = createContext<ChangeTarget | null>(null)

/** The workspace, unless what is edited here is kept elsewhere. */
export function useChangeTarget(): ChangeTarget {
  const client = useSyncClient()
  return useContext(ChangeTargetContext) ?? client
}

/** Whether what is edited here is in the workspace, so that the server and others know it. */
export function useIsInWorkspace(): boolean {
  return useContext(ChangeTargetContext) === null
}
