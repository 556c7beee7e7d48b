'use client'

import { CloudOff, History as HistoryIcon } from 'lucide-react'
import { useMemo } from 'react'
import { chartIdSchema } from '@tidemark/shared/charts/chart'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { dashboardIdSchema } from '@tidemark/shared/dashboards/dashboard'
import { getDashboard } from '@tidemark/shared/dashboards/dashboard-queries'
import { stepsOf, type HistoryChange, type HistoryKind } from '@tidemark/shared/history/history-page'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useView } from '@/client/workspace/use-view'
import { useActor, useSyncClient } from '@/client/workspace/workspace-client'
import { nameOfMember, useMemberNames } from '@/features/members/use-member-names'
import { reportProblem } from '@/features/messages/report-problem'
import { Button } from '@/ui/buttons/button'
import { Callout } from '@/ui/callout'
import { Sheet } from '@/ui/popups/dialog'
import { EmptyState } from '@/ui/empty-state'
import { Skeleton } from '@/ui/skeleton'
import { namesIn } from './history-names'
import { HistoryStepItem } from './history-step-item'
import { useHistory, type History } from './use-history'
import { useRestoreVersion } from './use-restore-version'

export interface HistoryPanelProps {
  readonly kind: HistoryKind
  readonly id: string
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** The history of a chart or dashboard, over the page at the right. */
export default function HistoryPanel({ kind, id, open, onOpenChange }: HistoryPanelProps) {
  return (
    <Sheet
      side="right"
      width={400}
      open={open}
      onOpenChange={onOpenChange}
      title="History"
      description={descriptions[kind]}
    >
      <HistoryList kind={kind} id={id} />
    </Sheet>
  )
}

const descriptions = {
  chart: 'Every change of this chart, the last step first.',
  dashboard: 'Every change of this dashboard, its tabs and its tiles, the last step first.',
} as const

function HistoryList({ kind, id }: Pick<HistoryPanelProps, 'kind' | 'id'>) {
  const history = useHistory(kind, id)
  switch (history.state.kind) {
    case 'loading':
      return (
        <div role="status" aria-label="Loading the history" className="flex flex-col gap-3 pt-3">
          {[0, 1, 2, 3].map((index) => (
            <Skeleton key={index} className="h-12" />
          ))}
        </div>
      )
    case 'offline':
      return (
        <EmptyState
          icon={CloudOff}
          title="History needs the server"
          text="It cannot be reached just now. You can undo your own changes meanwhile."
          action={<Button onClick={history.retry}>Try again</Button>}
        />
      )
    case 'unsynced':
      return (
        <EmptyState
          icon={HistoryIcon}
          title="No history yet"
          text={`The ${kind} has not reached the server. Its history begins when it is synced.`}
        />
      )
    case 'failed':
      return (
        <Callout
          tone="bad"
          title={history.state.error.message}
          detail={history.state.error.detail}
          action={
            <Button size="sm" onClick={history.retry}>
              Try again
            </Button>
          }
        />
      )
    case 'ready':
      return <HistorySteps kind={kind} id={id} history={history} changes={history.state.changes} />
  }
}

function HistorySteps({
  kind,
  id,
  history,
  changes,
}: Pick<HistoryPanelProps, 'kind' | 'id'> & {
  readonly history: History
  readonly changes: readonly HistoryChange[]
}) {
  const steps = useMemo(() => stepsOf(changes), [changes])
  const actor = useActor()
  const { views } = useSyncClient()
  const members = useMemberNames()
  const names = namesIn(views.getState().view)
  const restore = useRestoreVersion(kind)
  const folderId = useView(
    (view) =>
      (kind === 'chart' ? getChart(view, chartIdSchema.parse(id)) : getDashboard(view, dashboardIdSchema.parse(id)))
        ?.folderId ?? null,
    [kind, id],
  )
  const mayRestore = useMayEdit(folderId)
  const { state } = history
  if (state.kind !== 'ready') return null
  if (steps.length === 0 && state.next === null) {
    return (
      <EmptyState
        icon={HistoryIcon}
        title="Nothing has changed yet"
        text="Each change appears here with who made it and when."
      />
    )
  }
  return (
    <>
      <ol>
        {steps.map((step, index) => (
          <HistoryStepItem
            key={step.version}
            step={step}
            who={nameOfMember(step.userId, actor.userId, members)}
            names={names}
            isCurrent={index === 0}
            onRestore={mayRestore ? () => void restore(changes, step.version).catch(reportProblem) : undefined}
          />
        ))}
      </ol>
      {state.more === 'failed' && <Callout tone="warn" title="Earlier changes could not be fetched" />}
      {state.next !== null && (
        <Button className="mt-3" aria-disabled={state.more === 'loading' || undefined} onClick={history.showEarlier}>
          Show earlier changes
        </Button>
      )}
    </>
  )
}
