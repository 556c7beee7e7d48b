'use client'

import { CloudOff, History as HistoryIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { chartIdSchema } from '@tidemark/shared/charts/chart'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { dashboardIdSchema } from '@tidemark/shared/dashboards/dashboard'
import { getDashboard } from '@tidemark/shared/dashboards/dashboard-queries'
import { stepsOf, type HistoryChange, type HistoryKind, type HistoryStep } from '@tidemark/shared/history/history-page'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useView } from '@/client/workspace/use-view'
import { useActor, useSyncClient } from '@/client/workspace/workspace-client'
import { nameOfMember, useMemberNames } from '@/features/members/use-member-names'
import { Button } from '@/ui/buttons/button'
import { classNames } from '@/ui/class-names'
import { Callout } from '@/ui/callout'
import { Sheet } from '@/ui/popups/dialog'
import { EmptyState } from '@/ui/empty-state'
import { Skeleton } from '@/ui/skeleton'
import { namesIn } from './history-names'
import { useHistory, type History } from './use-history'
import {
  describeChange,
  describeDashboardChange,
  type HistoryNames,
  type HistorySentence,
} from '@tidemark/shared/history/describe-change'
import { restoredVersions } from '@tidemark/shared/history/restored-versions'
import { usePageEnvironment } from '@/client/page/page-environment'
import { TimeAgo } from '@/ui/text/time-ago'
import { momentText } from '@/ui/text/moment-text'
import { Difference } from './difference'
import { useRestoreVersion } from './use-restore-version'

export interface HistoryPanelProps {
  readonly kind: HistoryKind
  readonly id: string
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** The history of a chart or dashboard, in a panel at the right. */
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
  chart: 'Every change to this chart, newest first.',
  dashboard: 'Every change to this dashboard, its tabs, tiles and charts, newest first.',
  metric: 'Every change to this metric, newest first.',
  segment: 'Every change to this segment, newest first.',
  table: 'Everything said about this table, its columns and its joins, newest first.',
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
          text={
            kind === 'table'
              ? 'Each thing that is said about the table and its columns appears here.'
              : `The ${kind} has not reached the server. Its history begins when it is synced.`
          }
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
  const restoredAt = useMemo(() => restoredVersions(steps), [steps])
  const actor = useActor()
  const { views } = useSyncClient()
  const members = useMemberNames()
  const names = namesIn(views.getState().view)
  const { restore, question } = useRestoreVersion(kind)
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
            kind={kind}
            step={step}
            restoredAt={restoredAt.get(step.version)}
            who={nameOfMember(step.userId, actor.userId, members)}
            names={names}
            isCurrent={index === 0}
            onRestore={mayRestore ? () => restore(changes, step) : undefined}
          />
        ))}
      </ol>
      {state.more === 'failed' && <Callout tone="warn" title="Earlier changes could not be fetched" />}
      {state.next !== null && (
        <Button className="mt-3" aria-disabled={state.more === 'loading' || undefined} onClick={history.showEarlier}>
          Show earlier changes
        </Button>
      )}
      {question}
    </>
  )
}

/** The most sentences of a step shown at first, because a rearranged grid moves many tiles. */
const shownAtFirst = 4

interface HistoryStepItemProps {
  readonly kind: HistoryKind
  readonly step: HistoryStep
  /** The time of the version that this step brought back, if it did. */
  readonly restoredAt: number | undefined
  readonly who: string
  readonly names: HistoryNames
  readonly isCurrent: boolean
  /** Absent if the person may not restore. */
  readonly onRestore: (() => void) | undefined
}

/** One step of a history: who, when, what changed, and a button to restore it. */
function HistoryStepItem({ kind, step, restoredAt, who, names, isCurrent, onRestore }: HistoryStepItemProps) {
  const { now, locale } = usePageEnvironment()
  const [isWhole, setWhole] = useState(false)
  const describe = kind === 'dashboard' ? describeDashboardChange : describeChange
  const sentences = step.changes.flatMap((change) => describe(change, names))
  const shown = isWhole ? sentences : sentences.slice(0, shownAtFirst)
  const hiddenCount = sentences.length - shown.length
  return (
    <li className="border-b border-line py-3 last:border-b-0">
      <div className="flex min-h-7 items-center gap-2">
        <p className="min-w-0 flex-1 truncate">
          <bdi className="font-medium">{who}</bdi>{' '}
          <span className="text-muted">
            <TimeAgo at={step.at} now={Math.max(now, step.at)} locale={locale} />
          </span>
        </p>
        {isCurrent ? (
          <span className="text-small text-muted">Current version</span>
        ) : (
          onRestore && (
            <Button size="sm" onClick={onRestore}>
              Restore
            </Button>
          )
        )}
      </div>
      {restoredAt !== undefined && (
        <p className="mt-1">Restored the version of {momentText(restoredAt, now, locale)}</p>
      )}
      <ul className={classNames('mt-1 flex flex-col gap-1', restoredAt !== undefined && 'text-muted')}>
        {shown.map((sentence, index) => (
          <li key={index} className="break-words">
            <Sentence sentence={sentence} />
          </li>
        ))}
      </ul>
      {hiddenCount > 0 && (
        <Button size="sm" variant="ghost" className="mt-1 -ml-2.5" onClick={() => setWhole(true)}>
          {hiddenCount === 1 ? 'Show 1 more change' : `Show ${hiddenCount} more changes`}
        </Button>
      )}
    </li>
  )
}

function Sentence({ sentence: { text, lines } }: { readonly sentence: HistorySentence }) {
  if (lines === undefined) return text
  return (
    <details>
      <summary className="cursor-pointer rounded-row hover:text-accent touch:py-1">{text}</summary>
      <Difference lines={lines} />
    </details>
  )
}
