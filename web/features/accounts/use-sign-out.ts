'use client'

import type { Left } from '@/client/left-people'
import { useTeamSession } from '@/client/team-session'
import { useSyncClient } from '@/client/workspace-client'
import { endSession } from './end-session'
import { hidePage, leavePage } from './leave-page'

/**
 * Signs out, then leaves every page of this person in this browser; the next page clears their data. False, and nothing is done, where
 * this browser has no place to keep what was not sent.
 */
export function useSignOut(): (unsent: Left['unsent']) => Promise<boolean> {
  const client = useSyncClient()
  const userId = useTeamSession()?.person.id ?? ''
  return async (unsent) => {
    if (unsent === 'keep' && !(await client.keepPending())) return false
    hidePage()
    await endSession({ userId, unsent })
    await leavePage(client)
    return true
  }
}
