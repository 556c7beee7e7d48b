'use client'

import { err, ok } from '@tidemark/shared/base/result'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { ApiAnswer } from '@/client/api-request'
import type { Left } from '@/client/left-people'
import { useTeamSession } from '@/client/team-session'
import { useSyncClient } from '@/client/workspace-client'
import { endSession } from './end-session'

/** Signs out on the server, then leaves every page of this person in this browser; the next page clears their data. */
export function useSignOut(): (unsent: Left['unsent']) => ApiAnswer<null> {
  const client = useSyncClient()
  const userId = useTeamSession()?.person.id ?? ''
  return async (unsent) => {
    if (unsent === 'keep' && !(await client.keepPending())) return err({ kind: 'refused', error: noPlace.toBody() })
    const answer = await endSession({ userId, unsent })
    if (!answer.ok) return answer
    await client.leave()
    window.location.replace('/sign-in')
    return ok(null)
  }
}

const noPlace = new TidemarkError('invalid-request', {
  detail: 'This browser has no place to keep the changes. Send or discard them.',
})
