'use client'

import { useEffect } from 'react'
import type { DashboardId } from '@tidemark/shared/dashboards/dashboard'
import { useActor } from '@/client/workspace/workspace-client'
import { Avatar } from '@/ui/avatar'
import { tooltipProps } from '@/ui/popups/tooltip'
import { nameOfMember, refreshMemberNames, useMemberNames } from '../members/use-member-names'
import { useOthersHere } from './use-presence'

const maxShown = 4

export interface PeopleHereProps {
  readonly dashboardId: DashboardId
}

/** The others who look at the same dashboard now, at its head. */
export default function PeopleHere({ dashboardId }: PeopleHereProps) {
  const { userId: ownId } = useActor()
  const namesById = useMemberNames()
  const others = useOthersHere(dashboardId)
  const unknown = others.filter((userId) => !namesById.has(userId)).join(' ')
  useEffect(() => {
    // Somebody who joined after the names were read.
    if (unknown !== '') void refreshMemberNames()
  }, [unknown])
  const names = others.map((userId) => nameOfMember(userId, ownId, namesById))
  return <PeopleAvatars names={names} />
}

/** Up to four people's initials and how many more there are; read out as one sentence. */
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
