'use client'

import type { SyncStatus } from './sync-client'
import { useSyncClient, useSyncState } from './workspace-client'

export type { SyncStatus }

/** How this tab stands with the server, when it last heard from it, and how to try now. */
export function useSyncStatus(): SyncStatus & { readonly lastSyncAt: number | null; readonly syncNow: () => void } {
  const { status, lastSyncAt } = useSyncState()
  const { syncNow } = useSyncClient()
  return { ...status, lastSyncAt, syncNow }
}
