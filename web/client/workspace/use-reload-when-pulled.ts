'use client'

import { useEffect, useRef } from 'react'
import { useSyncState } from './workspace-client'

const pauseMs = 300

/**
 * Reloads data that belongs to the workspace but is not synced, such as its members, after each pull of this tab, since
 * a pull means that something changed.
 */
export function useReloadWhenPulled(reload: () => void): void {
  const { lastSyncAt } = useSyncState()
  const before = useRef(lastSyncAt)
  useEffect(() => {
    if (lastSyncAt === before.current) return
    before.current = lastSyncAt
    const timer = setTimeout(reload, pauseMs)
    return () => clearTimeout(timer)
  }, [lastSyncAt, reload])
}
