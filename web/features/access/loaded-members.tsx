'use client'

import type { ReactNode } from 'react'
import type { PeopleGroup } from '@tidemark/shared/groups/people-group'
import type { Member } from '@tidemark/shared/members/member'
import { useLoaded } from '@/client/page/use-loaded'
import { Skeleton } from '@/ui/skeleton'
import { LoadFailure } from '../page/load-failure'
import { fetchMembers } from '../members/members-api'

interface LoadedMembersProps {
  readonly children: (members: readonly Member[], groups: readonly PeopleGroup[]) => ReactNode
}

/**
 * Renders children that need the workspace's members or groups once these are loaded; shows the loading state until then.
 */
export function LoadedMembers({ children }: LoadedMembersProps) {
  const { state, reload } = useLoaded(fetchMembers)
  switch (state.kind) {
    case 'loading':
      return (
        <div role="status" aria-label="Loading" className="flex flex-col gap-3 py-2">
          <Skeleton className="h-8" />
          <Skeleton className="h-8" />
          <Skeleton className="h-8" />
        </div>
      )
    case 'failed':
      return (
        <LoadFailure failure={state.failure} onRetry={reload} offlineHint="The list of members is on the server." />
      )
    case 'ready':
      return children(state.value.members, state.value.groups)
  }
}
