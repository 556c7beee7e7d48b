'use client'

import { newId } from '@tidemark/shared/base/ids'
import type { HistoryChange, HistoryKind } from '@tidemark/shared/history/history-page'
import { restoreTargets } from '@tidemark/shared/history/restore-targets'
import { useChangeTarget } from '@/client/workspace/change-target'
import { broughtBack } from '@/client/workspace/change-outcome'
import { useSyncClient } from '@/client/workspace/workspace-client'
import { reportProblem } from '@/features/messages/report-problem'
import { sayOutcome } from '@/features/messages/say-outcome'
import { toast } from '@/ui/popups/toaster'
import { planRestore } from './plan-restore'

/**
 * Brings back what a thing was after a version, as one step that can be undone, and says how it went. changes: all since then,
 * newest first.
 */
export function useRestoreVersion(kind: HistoryKind) {
  const { undoAction } = useChangeTarget()
  const client = useSyncClient()
  const { views } = client
  return async (changes: readonly HistoryChange[], version: number): Promise<void> => {
    const plan = planRestore(views.getState().view, restoreTargets(changes, version))
    const leftOut =
      plan.leftOutCount === 0
        ? undefined
        : `${plan.leftOutCount === 1 ? '1 tile was' : `${plan.leftOutCount} tiles were`} left out: the charts no longer exist.`
    if (plan.changes.length === 0) {
      toast('It already is as it was then', { description: leftOut })
      return
    }
    const options = { label: `Restore a version of the ${kind}`, actionId: newId() }
    await client.restore(plan.changes, options)
    await sayOutcome(client, broughtBack('The earlier version'), [options.actionId], {
      description: leftOut,
      action: { label: 'Undo', onClick: () => void undoAction(options.actionId).catch(reportProblem) },
    })
  }
}
