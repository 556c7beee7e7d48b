'use client'

import { useState, type ReactNode } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { getFromView } from '@tidemark/shared/entries/entry-tx'
import { chartSchema, type Chart } from '@tidemark/shared/charts/chart'
import { mayEditIn } from '@tidemark/shared/folders/folder-rights'
import type { HistoryChange, HistoryKind, HistoryStep } from '@tidemark/shared/history/history-page'
import { restoreTargets } from '@tidemark/shared/history/restore-targets'
import type { EntryChange } from '@tidemark/shared/sync/entry-change'
import { navigate } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { broughtBack } from '@/client/workspace/change-outcome'
import { useChangeTarget } from '@/client/workspace/change-target'
import { useActor, useSyncClient } from '@/client/workspace/workspace-client'
import { askForHistory } from '@/features/content/asked-history'
import { reportProblem } from '@/features/messages/report-problem'
import { sayOutcome } from '@/features/messages/say-outcome'
import { Button } from '@/ui/buttons/button'
import { Dialog } from '@/ui/popups/dialog'
import { toast } from '@/ui/popups/toaster'
import { momentText } from '@/ui/text/moment-text'
import { planRestore, type RestorePlan } from './plan-restore'

/** A dashboard's version to be restored whose charts have changed since. */
interface Question {
  readonly at: number
  readonly plan: RestorePlan
  readonly charts: readonly Chart[]
  /** The changes of charts that the person may make. */
  readonly chartChanges: readonly EntryChange[]
}

interface RestoreVersion {
  /** Restores a step of a history. changes: all later ones at least, newest first. */
  readonly restore: (changes: readonly HistoryChange[], step: HistoryStep) => void
  /** Asks about charts that have changed since; to be rendered. */
  readonly question: ReactNode
}

/**
 * Restores versions, each as one undo step, and shows the outcome. Where charts of a dashboard have changed since the
 * version, it asks whether they are restored as well.
 */
export function useRestoreVersion(kind: HistoryKind): RestoreVersion {
  const { undoAction } = useChangeTarget()
  const client = useSyncClient()
  const actor = useActor()
  const { now, locale } = usePageEnvironment()
  const [asked, setAsked] = useState<Question | null>(null)
  const [isOpen, setOpen] = useState(false)

  const make = async ({ leftOutCount }: RestorePlan, changes: readonly EntryChange[]): Promise<void> => {
    const leftOut =
      leftOutCount === 0
        ? undefined
        : `${leftOutCount === 1 ? '1 tile was' : `${leftOutCount} tiles were`} left out: the charts no longer exist.`
    if (changes.length === 0) {
      toast('It is already as it was then', { description: leftOut })
      return
    }
    const options = { label: `Restore a version of the ${kind}`, actionId: newId() }
    await client.restore(changes, options)
    await sayOutcome(client, broughtBack('The earlier version'), [options.actionId], {
      description: leftOut,
      action: { label: 'Undo', onClick: () => void undoAction(options.actionId).catch(reportProblem) },
    })
  }
  const restore = (changes: readonly HistoryChange[], { version, at }: HistoryStep) => {
    const { view } = client.views.getState()
    const plan = planRestore(kind, view, restoreTargets(changes, version))
    if (plan.chartChanges.length === 0) {
      void make(plan, plan.changes).catch(reportProblem)
      return
    }
    const charts = plan.chartChanges.flatMap(({ key }) => getFromView(view, chartSchema, key) ?? [])
    const editable = new Set<string>(
      charts.filter(({ folderId }) => mayEditIn(actor, folderId, view)).map(({ id }) => `chart/${id}`),
    )
    setAsked({ at, plan, charts, chartChanges: plan.chartChanges.filter(({ key }) => editable.has(key)) })
    setOpen(true)
  }
  const answer = (changes: readonly EntryChange[]) => {
    setOpen(false)
    if (asked !== null) void make(asked.plan, changes).catch(reportProblem)
  }
  const question = asked && (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      isAllowed
      title={`Restore the version of ${momentText(asked.at, now, locale)}`}
      description={changedSince(asked)}
      actions={
        <>
          <Button onClick={() => answer(asked.plan.changes)}>Dashboard only</Button>
          {asked.chartChanges.length > 0 && (
            <Button variant="primary" onClick={() => answer([...asked.chartChanges, ...asked.plan.changes])}>
              Dashboard and charts
            </Button>
          )}
        </>
      }
    >
      <ul className="flex flex-col gap-1">
        {asked.charts.map(({ id, name }) => (
          <li key={id} className="flex items-center gap-2">
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <Button
              size="sm"
              variant="ghost"
              aria-label={`History of ${name}`}
              onClick={() => {
                setOpen(false)
                navigate(`/charts/${id}`)
                askForHistory('chart', id)
              }}
            >
              Its history
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
  return { restore, question }
}

function changedSince({ charts, chartChanges }: Question): string {
  const isOne = charts.length === 1
  const what = `${isOne ? 'This chart has' : 'These charts have'} changed since then.`
  if (chartChanges.length === 0) return `${what} You may not edit ${isOne ? 'it' : 'them'}.`
  const some = chartChanges.length < charts.length ? ' Those that you may not edit stay as they are.' : ''
  return `${what} If ${isOne ? 'it is' : 'they are'} restored too, that shows wherever ${isOne ? 'it is' : 'they are'} used.${some}`
}
