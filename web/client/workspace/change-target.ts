'use client'

import { createContext, useContext } from 'react'
import type { UndoState, UndoStep } from '../undo/undo-stack'
import type { MutationArgs, MutatorName } from '@tidemark/shared/sync/mutators'
import type { MutateOptions } from '@/client/sync/undoable-changes'
import { useSyncClient } from './workspace-client'

/** Rejects with a TidemarkError when the change is refused here; what the server refuses appears in the status chip. */
export type Mutate = <Name extends MutatorName>(
  name: Name,
  args: MutationArgs<Name>,
  options?: MutateOptions,
) => Promise<void>

/** The target of the changes that a part of a page makes, and their undo. */
export interface ChangeTarget {
  readonly mutate: Mutate
  /** The step that was taken back of the workspace's; null where there was none, or it is of what this page alone shows. */
  readonly undo: () => Promise<UndoStep | null>
  /** Takes back what one action did, whatever was done since. */
  readonly undoAction: (actionId: string) => Promise<void>
  readonly redo: () => Promise<UndoStep | null>
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

/** True if what is edited here is in the workspace, so that the server and others know it. */
export function useIsInWorkspace(): boolean {
  return useContext(ChangeTargetContext) === null
}
