'use client'

import { newId } from '@tidemark/shared/base/ids'
import { movedToTrash } from '@/client/workspace/change-outcome'
import { navigate } from '@/client/page/navigation'
import { useSyncClient } from '@/client/workspace/workspace-client'
import { reportProblem } from '../messages/report-problem'
import { sayOutcome } from '../messages/say-outcome'

interface MovedThing {
  readonly name: string
  /** As in “Move data to trash”. */
  readonly noun: string
  /** The page to go to. */
  readonly away: string
  /** Sentence on the charts that use it. */
  readonly description: string
  /** deletedAt: in Unix milliseconds; null to bring it back. */
  readonly change: (
    deletedAt: number | null,
    step: { readonly label: string; readonly actionId?: string },
  ) => Promise<void>
}

/** Returns a function that moves the page's thing to the trash and leaves the page, with a way back in the same corner. */
export function useMoveToTrash(): (thing: MovedThing) => Promise<void> {
  const client = useSyncClient()
  return async ({ name, noun, away, description, change }) => {
    const actionId = newId()
    await change(Date.now(), { label: `Move ${noun} to trash`, actionId })
    navigate(away)
    const restore = () => void change(null, { label: `Restore ${noun}` }).catch(reportProblem)
    await sayOutcome(client, movedToTrash(name), [actionId], {
      description,
      action: { label: 'Undo', onClick: restore },
    })
  }
}
