'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import type { DashboardId } from '@tidemark/shared/dashboards/dashboard'
import { dashboardPresenceSchema, presenceBeatMs } from '@tidemark/shared/presence/presence'
import { apiFetch } from '@/client/page/http'
import { useActor, useSyncClient, useSyncState } from '@/client/workspace/workspace-client'

/** The others who look at a dashboard now, by user id, and tells them of this person. Nobody in local mode. */
export function useOthersHere(dashboardId: DashboardId): readonly string[] {
  const { presence } = useSyncClient()
  const actor = useActor()
  const { status } = useSyncState()
  // Who was removed is told nothing, and tells nothing.
  const isAlone = actor.kind !== 'person' || status.kind === 'removed'
  const [visitId] = useState(newId)
  useEffect(() => {
    if (isAlone) return
    const stop = new AbortController()
    const { signal } = stop
    const beat = async (isLeaving: boolean) => {
      try {
        const response = await apiFetch('/api/presence', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ dashboardId, visitId, ...(isLeaving ? { isLeaving } : {}) }),
          // It is sent also when the page is gone before it arrives.
          keepalive: isLeaving,
        })
        const here = response.ok ? dashboardPresenceSchema.safeParse(await response.json()) : null
        if (here?.success && !signal.aborted) presence.hear(here.data)
      } catch (thrown) {
        // Who is here is nice to know; offline it is not known.
        console.debug('presence was not told', thrown)
      }
    }
    // A page in the background is looked at by nobody.
    const tell = () => void beat(document.visibilityState === 'hidden')
    tell()
    const timer = setInterval(() => document.visibilityState === 'visible' && tell(), presenceBeatMs)
    document.addEventListener('visibilitychange', tell, { signal })
    addEventListener('pagehide', () => void beat(true), { signal })
    return () => {
      stop.abort()
      clearInterval(timer)
      void beat(true)
    }
  }, [dashboardId, isAlone, presence, visitId])
  const here = useSyncExternalStore(
    presence.subscribe,
    () => presence.of(dashboardId),
    () => nobody,
  )
  return here.length === 0 ? nobody : here.filter((userId) => userId !== actor.userId)
}

const nobody: readonly string[] = []
