'use client'

import { createContext, useContext } from 'react'
import type { UndoState, UndoStep } from '../undo/undo-stack'
import type { MutationArgs, MutatorName } from '@tidemark/shared/sync/mutators'
import type { MutateOptions } from '@/client/sync/undoable-changes'
import { useSyncClient } from './workspace-client'

/**
 * Makes a change. Rejects with a TidemarkError if it is refused here; refusals by the server appear in the status chip.
 */
export type Mutate = <Name extends MutatorName>(
  name: Name,
  args: MutationArgs<Name>,
  options?: MutateOptions,
) => Promise<void>

/** Where a part of a page makes and undoes its changes. */
export interface ChangeTarget {
  readonly mutate: Mutate
  /**
   * Undoes the last step and returns it; null if there was none, or if the step belongs to this page and not to the
   * workspace.
   */
  readonly undo: () => Promise<UndoStep | null>
  /** Undoes one action, whatever was done since. */
  readonly undoAction: (actionId: string) => Promise<void>
  readonly redo: () => Promise<UndoStep | null>
  readonly undoStack: {
    readonly getState: () => UndoState
    readonly subscribe: (listener: () => void) => () => void
  }
}

/** Provided where editing components are used for something that is not in the workspace. */
export const ChangeTargetContext = createContext<ChangeTarget | null>(null)

/** Returns the workspace, unless what is edited here is kept elsewhere. */
export function useChangeTarget(): ChangeTarget {
  const client = useSyncClient()
  return useContext(ChangeTargetContext) ?? client
}

/** Returns true if what is edited here is in the workspace, where the server and others see it. */
export function useIsInWorkspace(): boolean {
  return useContext(ChangeTargetContext) === null
}
