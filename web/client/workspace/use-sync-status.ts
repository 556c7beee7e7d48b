'use client'

import { useSyncExternalStore } from 'react'
import type { RecoveredChange } from '../unsent/recovered-changes'
import type { LocalStorageState, SyncStatus } from '../sync/sync-status'
import { useSyncClient, useSyncState } from './workspace-client'

export type { LocalStorageState, SyncStatus }

/** Returns this tab's sync status, the time of the last sync, and a function that tries now. */
export function useSyncStatus(): SyncStatus & { readonly lastSyncAt: number | null; readonly syncNow: () => void } {
  const { status, lastSyncAt } = useSyncState()
  const { syncNow } = useSyncClient()
  return { ...status, lastSyncAt, syncNow }
}

export function useLocalStorageState(): LocalStorageState {
  return useSyncState().storage
}

/** Returns changes that an earlier page of this browser could not send. */
export function useRecoveredChanges(): readonly RecoveredChange[] {
  const { recovered } = useSyncClient()
  return useSyncExternalStore(recovered.subscribe, recovered.getState, recovered.getServerState)
}
