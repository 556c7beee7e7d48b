'use client'

import type { Left } from '@/client/unsent/unsent-store'
import { useTeamSession } from '@/client/page/page-environment'
import { useSyncClient } from '@/client/workspace/workspace-client'
import { endSession } from './end-session'
import { leavePage } from './leave-page'

/**
 * Signs out, then leaves every page of this person in this browser; the next page clears their data. False, and nothing is done, where
 * this browser has no place to keep what was not sent.
 */
export function useSignOut(): (unsent: Left['unsent']) => Promise<boolean> {
  const client = useSyncClient()
  const userId = useTeamSession()?.person.id ?? ''
  return async (unsent) => {
    if (unsent === 'keep' && !(await client.keepPending())) return false
    await leavePage(client, endSession({ userId, unsent }))
    return true
  }
}
