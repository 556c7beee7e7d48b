'use client'

import { useCallback, useEffect, useState } from 'react'
import type { WorkspaceSummary } from '@tidemark/shared/accounts/session-info'
import { countUnsent } from '@/client/unsent/count-unsent'
import { reportCaught } from '@/client/observability/report-caught'
import { openedIn } from '@/client/page/opened-workspaces'
import { useTeamSession, type TeamSession } from '@/client/page/page-environment'
import { useSyncClient } from '@/client/workspace/workspace-client'

/** The changes of a person that wait in one workspace. */
export interface UnsentOfWorkspace {
  readonly orgId: string
  readonly count: number
  /** Null where they are no longer a member, and this browser has forgotten what it was called. */
  readonly name: string | null
  /** Null where it is not for them to open. */
  readonly slug: string | null
  /** True if it is the workspace of this page. */
  readonly isHere: boolean
}

/** The interval of looking again: other tabs write and send without notice. */
const lookAgainMs = 1_000

/**
 * The changes in this browser that the server does not have, of each workspace that has any, this page's first. pending: how many wait in
 * this page, as last counted.
 */
export function useUnsent(isWatching: boolean, pending: number) {
  const client = useSyncClient()
  const team = useTeamSession()
  const [unsent, setUnsent] = useState<readonly UnsentOfWorkspace[]>([])
  const count = useCallback(async () => {
    if (team === null) return []
    const counts = await countUnsent(team.person.id, await client.readUnsent())
    return counts
      .map(({ orgId, count: ofOne }) => ({ orgId, count: ofOne, ...placeOf(orgId, team) }))
      .sort((a, b) => Number(b.isHere) - Number(a.isHere) || (a.name ?? '￿').localeCompare(b.name ?? '￿'))
  }, [client, team])
  useEffect(() => {
    if (!isWatching) return
    const look = () => void count().then(setUnsent, reportCaught)
    look()
    const timer = setInterval(look, lookAgainMs)
    // Another tab writes there what is changed in it.
    window.addEventListener('storage', look)
    return () => {
      clearInterval(timer)
      window.removeEventListener('storage', look)
    }
  }, [isWatching, pending, count])
  return { unsent, count, setUnsent }
}

function placeOf(
  orgId: string,
  { workspace, workspaces }: TeamSession,
): Pick<UnsentOfWorkspace, 'name' | 'slug' | 'isHere'> {
  const isHere = orgId === workspace.id
  const own: WorkspaceSummary | undefined = isHere ? workspace : workspaces.find(({ id }) => id === orgId)
  if (own !== undefined) return { name: own.name, slug: own.slug, isHere }
  return { name: openedIn(orgId)?.name ?? null, slug: null, isHere }
}
