'use client'

import { useEffect } from 'react'
import { onSessionMessage } from '@/client/page/session-channel'
import { useTeamSession } from '@/client/page/page-environment'
import { useSyncClient } from '@/client/workspace/workspace-client'
import { leavePage } from './leave-page'

/**
 * Leaves the page when another tab signs its person out; continues when another tab signs in, or asks for pending
 * changes to be sent.
 */
export function useSessionOfOtherTabs(): void {
  const client = useSyncClient()
  const userId = useTeamSession()?.person.id
  useEffect(() => {
    if (userId === undefined) return
    return onSessionMessage((message) => {
      if (message.kind !== 'signed-out') client.syncNow()
      else if (message.userId === userId) void leavePage(client)
    })
  }, [client, userId])
}
