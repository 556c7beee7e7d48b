'use client'

import { useEffect, useRef } from 'react'
import { useSyncState } from './workspace-client'

const pauseMs = 300

/** Asks again for what belongs to a workspace and is not synced, as its members, once this tab has pulled: something has changed. */
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
