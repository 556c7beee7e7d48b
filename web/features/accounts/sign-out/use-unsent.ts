'use client'

import { useCallback, useEffect, useState } from 'react'
import type { WorkspaceSummary } from '@tidemark/shared/accounts/session-info'
import { countUnsent } from '@/client/unsent/count-unsent'
import { reportCaught } from '@/client/observability/report-caught'
import { openedIn } from '@/client/page/opened-workspaces'
import { useTeamSession, type TeamSession } from '@/client/page/page-environment'
import { useSyncClient } from '@/client/workspace/workspace-client'

/** A person's unsent changes in one workspace. */
export interface UnsentOfWorkspace {
  readonly orgId: string
  readonly count: number
  /** Null if the person is no longer a member and this browser no longer knows the name. */
  readonly name: string | null
  /** Null if the person may not open it. */
  readonly slug: string | null
  /** True if it is this page's workspace. */
  readonly isHere: boolean
}

/** The polling interval, since other tabs write and send without notice. */
const lookAgainMs = 1_000

/**
 * Returns the changes in this browser that the server does not have, per workspace, this page's first. pending: the
 * number pending in this page, as last counted.
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
    // Other tabs write their changes to local storage.
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
