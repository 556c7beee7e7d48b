'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'
import type { DashboardId } from '@tidemark/shared/dashboards/dashboard'
import { useActor, useSyncClient, useSyncState } from '@/client/workspace/workspace-client'
import { Avatar } from '@/ui/avatar'
import { tooltipProps } from '@/ui/popups/tooltip'
import { nameOfMember, refreshMemberNames, useMemberNames } from '../members/use-member-names'
import { newId } from '@tidemark/shared/base/ids'
import { presenceBeatEndpoint, presenceBeatMs } from '@tidemark/shared/presence/presence'
import { callApi } from '@/client/page/api-request'

const maxShown = 4

export interface PeopleHereProps {
  readonly dashboardId: DashboardId
}

/** The avatars of other people who look at the same dashboard now. */
export default function PeopleHere({ dashboardId }: PeopleHereProps) {
  const { userId: ownId } = useActor()
  const namesById = useMemberNames()
  const others = useOthersHere(dashboardId)
  const unknown = others.filter((userId) => !namesById.has(userId)).join(' ')
  useEffect(() => {
    // A person who joined after the names were loaded.
    if (unknown !== '') void refreshMemberNames()
  }, [unknown])
  const names = others.map((userId) => nameOfMember(userId, ownId, namesById))
  return <PeopleAvatars names={names} />
}

/** Shows up to four people's initials and the number of others; screen readers get one sentence. */
export function PeopleAvatars({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null
  const shown = names.length > maxShown ? names.slice(0, maxShown) : names
  const more = names.slice(shown.length)
  return (
    <ul aria-label="Also looking at this dashboard" className="flex items-center -space-x-1.5 max-sm:hidden">
      {shown.map((name, index) => (
        <li key={`${name} ${index}`} {...tooltipProps(`${name} is looking at this too`)}>
          <Avatar name={name} className="ring-2 ring-bg" />
          <span className="sr-only">{name}</span>
        </li>
      ))}
      {more.length > 0 && (
        <li {...tooltipProps(more.join(', '))}>
          <span
            aria-hidden
            className="inline-flex size-7 items-center justify-center rounded-full bg-hover text-caption font-semibold text-muted tabular ring-2 ring-bg select-none"
          >
            +{more.length}
          </span>
          <span className="sr-only">and {more.join(', ')}</span>
        </li>
      )}
    </ul>
  )
}

/**
 * Returns the ids of other people who look at a dashboard now, and announces this person to them. Empty in local mode.
 */
function useOthersHere(dashboardId: DashboardId): readonly string[] {
  const { presence } = useSyncClient()
  const actor = useActor()
  const { status } = useSyncState()
  // A removed member neither sees others nor is announced.
  const isAlone = actor.kind !== 'person' || status.kind === 'removed'
  const [visitId] = useState(newId)
  useEffect(() => {
    if (isAlone) return
    const stop = new AbortController()
    const { signal } = stop
    const beat = async (isLeaving: boolean) => {
      try {
        const body = { dashboardId, visitId, ...(isLeaving ? { isLeaving } : {}) }
        const here = await callApi(presenceBeatEndpoint, { body, keepalive: isLeaving })
        if (here.ok && !signal.aborted) presence.hear(here.value)
      } catch (thrown) {
        // Presence is optional; offline it is unknown.
        console.debug('presence was not told', thrown)
      }
    }
    // Nobody looks at a page in the background.
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
