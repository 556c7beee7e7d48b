'use client'

import { BadgeCheck, BadgeX, FolderInput, MessageCircleQuestion, Pencil, Sigma, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { isAllowed } from '@tidemark/shared/access/rules'
import { partsIn } from '@tidemark/shared/builder/merge-question'
import type { Question } from '@tidemark/shared/builder/question'
import { isSameTable } from '@tidemark/shared/builder/same-table'
import { getRunTarget } from '@tidemark/shared/connections/connection-queries'
import { mayAskQuestion } from '@tidemark/shared/datasets/dataset-rights'
import { isVerified, maxMetricName, type Metric, type MetricId } from '@tidemark/shared/metrics/metric'
import { getMetric } from '@tidemark/shared/metrics/metric-queries'
import { timeInTable } from '@tidemark/shared/metrics/time-in-table'
import { usersOfMetric } from '@tidemark/shared/metrics/metric-users'
import { AppLink } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { Button, buttonClass } from '@/ui/buttons/button'
import { EmptyState } from '@/ui/empty-state'
import { InlineEdit } from '@/ui/fields/inline-edit'
import { lazyPart, useLazyPart } from '@/ui/lazy-part'
import { Dialog } from '@/ui/popups/dialog'
import { MenuItem, MenuSeparator } from '@/ui/popups/menu'
import { Skeleton } from '@/ui/skeleton'
import { TimeAgo } from '@/ui/text/time-ago'
import type { ChangeQuestion } from '../builder/step-props'
import { QuestionTables } from '../builder/question-tables'
import { UnreadTables } from '../builder/unread-tables'
import { useMoveCommand } from '../commands/use-move-command'
import { DataChoice } from '../chart-editor/connection-picker'
import { ChartUserItem } from '../content/chart-user-item'
import { chartUsersText } from '../content/chart-users-text'
import { useNaming } from '../content/use-naming'
import { useStartQuestion } from '../content/use-start-question'
import { useBuilderTables } from '../data/use-builder-tables'
import { MetricLineage } from '../data/table/lineage-section'
import { FavouriteStar } from '../favourites/favourite-star'
import { HistoryButton } from '../history/history-button'
import { nameOfMember, useMemberNames } from '../members/use-member-names'
import { reportProblem } from '../messages/report-problem'
import { MissingEntry } from '../page/missing-entry'
import { TopBar } from '../page/top-bar'
import { PageMenu } from '../page/page-menu'
import { useMoveToTrash } from '../page/use-move-to-trash'
import { UndoButtons } from '../page/undo-buttons'
import { definitionWords } from './definition-words'
import { MetricDetails } from './metric-details'
import { MetricPreview } from './metric-preview'
import { questionOfMetric } from './question-of-metric'

const moveDialog = lazyPart(() => import('./move-metric-dialog'))
const breadcrumb = [{ label: 'Metrics', href: '/metrics' }]

/** One metric: its definition, what it is now, and who uses it. */
export function MetricPage({ metricId }: { readonly metricId: MetricId }) {
  const metric = useView((view) => getMetric(view, metricId) ?? null, [metricId])
  const mutate = useMutate()
  const mayEdit = useMayEdit(metric?.folderId ?? null)
  if (metric !== null && metric.deletedAt === null) return <PresentMetric metric={metric} />
  const restore = () =>
    void mutate('updateMetric', { id: metricId, deletedAt: null }, { label: 'Restore metric' }).catch(reportProblem)
  return (
    <MissingEntry
      icon={Sigma}
      breadcrumb={breadcrumb}
      trashed={metric}
      trashText="Charts that measure it work again once it is restored."
      onRestore={mayEdit ? restore : undefined}
      loading={<Skeleton className="m-5 h-40" />}
    >
      <TopBar icon={Sigma} breadcrumb={breadcrumb} title="Metric not found" />
      <EmptyState
        icon={Sigma}
        title="There is no metric at this address"
        text="It was deleted for good, or it is in a folder that you do not see."
        action={
          <AppLink href="/metrics" className={buttonClass({})}>
            All metrics
          </AppLink>
        }
        className="flex-1"
      />
    </MissingEntry>
  )
}

function PresentMetric({ metric }: { readonly metric: Metric }) {
  const mayEdit = useMayEdit(metric.folderId)
  const actor = useActor()
  const mayAsk = useView((view) => mayAskQuestion(actor, view, metric.query), [actor, metric.query])
  return (
    <>
      <MetricTopBar metric={metric} mayEdit={mayEdit} mayAsk={mayAsk} />
      <div className="flex w-full max-w-[1240px] flex-col gap-6 page-sides py-5 max-md:py-3">
        <div className="grid gap-6 @min-[64rem]:grid-cols-[minmax(0,1fr)_312px]">
          <div className="flex min-w-0 flex-col gap-6">
            <MetricPreview metric={metric} mayAsk={mayAsk} />
            <Definition metric={metric} mayEdit={mayEdit} />
            <Users metric={metric} />
            <MetricLineage id={metric.id} />
          </div>
          <MetricDetails metric={metric} mayEdit={mayEdit} />
        </div>
      </div>
    </>
  )
}

interface MetricTopBarProps {
  readonly metric: Metric
  readonly mayEdit: boolean
  readonly mayAsk: boolean
}

function MetricTopBar({ metric, mayEdit, mayAsk }: MetricTopBarProps) {
  const { id, name } = metric
  const mutate = useMutate()
  const actor = useActor()
  const startQuestion = useStartQuestion()
  const [isNaming, setNaming] = useNaming(id)
  const remove = useRemoveMetric(metric)
  const [isMoving, setMoving] = useState(false)
  const MoveDialog = useLazyPart(moveDialog, isMoving)
  useMoveCommand('metric', id, mayEdit, () => setMoving(true))
  const mayVerify = isAllowed(actor, { do: 'edit-workspace' })
  const verified = isVerified(metric)
  const verify = () =>
    void mutate(
      'verifyMetric',
      { id, isVerified: !verified },
      { label: verified ? `Take back that ${name} is verified` : `Verify ${name}` },
    ).catch(reportProblem)
  return (
    <TopBar
      icon={Sigma}
      breadcrumb={breadcrumb}
      title={
        <InlineEdit
          value={name}
          label="Metric name"
          isReadOnly={!mayEdit}
          maxLength={maxMetricName}
          editing={isNaming}
          onEditingChange={setNaming}
          onCommit={(next) =>
            void mutate('updateMetric', { id, name: next }, { label: 'Rename metric' }).catch(reportProblem)
          }
        />
      }
      titleActions={verified && <Verified metric={metric} />}
      actions={
        <>
          {mayEdit && <UndoButtons className="max-sm:hidden" />}
          <FavouriteStar target={{ kind: 'metric', id }} />
          <HistoryButton kind="metric" id={id} />
          <PageMenu kind="metric" id={id} mayEdit={mayEdit} className={mayEdit ? '' : 'sm:hidden'}>
            {mayEdit && (
              <>
                <MenuItem icon={Pencil} onSelect={() => setNaming(true)}>
                  Rename
                </MenuItem>
                <MenuItem icon={FolderInput} onSelect={() => setMoving(true)}>
                  Move to folder…
                </MenuItem>
                {mayVerify && (
                  <MenuItem icon={verified ? BadgeX : BadgeCheck} onSelect={verify}>
                    {verified ? 'Take back that it is verified' : 'Verify its definition'}
                  </MenuItem>
                )}
                <MenuSeparator />
                <MenuItem icon={Trash2} danger onSelect={() => void remove().catch(reportProblem)}>
                  Move to trash
                </MenuItem>
              </>
            )}
          </PageMenu>
          {MoveDialog && isMoving && <MoveDialog metric={metric} onClose={() => setMoving(false)} />}
          {mayAsk && metric.query.question.source !== null && (
            <Button
              variant="primary"
              icon={MessageCircleQuestion}
              onClick={() => startQuestion({ chart: { name, ...questionOfMetric(metric) } })}
            >
              <span>
                Ask<span className="max-md:sr-only"> with it</span>
              </span>
            </Button>
          )}
        </>
      }
    />
  )
}

function Verified({ metric }: { readonly metric: Metric }) {
  const { userId } = useActor()
  const { now, locale } = usePageEnvironment()
  const names = useMemberNames()
  const { verified } = metric
  if (verified === null) return null
  return (
    <span className="flex min-w-0 items-center gap-1 text-small text-muted">
      <BadgeCheck aria-hidden className="size-4! shrink-0 text-good" />
      <span className="truncate max-sm:sr-only">
        Verified
        <span className="max-xl:hidden">
          {' '}
          by {verified.by === userId ? 'you' : nameOfMember(verified.by, userId, names)}{' '}
          <TimeAgo at={verified.at} now={now} locale={locale} />
        </span>
      </span>
    </span>
  )
}

function useRemoveMetric({ id, name }: Metric): () => Promise<void> {
  const mutate = useMutate()
  const moveToTrash = useMoveToTrash()
  return () =>
    moveToTrash({
      name,
      noun: 'metric',
      away: '/metrics',
      description: 'Charts that measure it say so until it is restored.',
      change: (deletedAt, step) => mutate('updateMetric', { id, deletedAt }, step),
    })
}

function Definition({ metric, mayEdit }: { readonly metric: Metric; readonly mayEdit: boolean }) {
  const { id, name, query, time } = metric
  const users = useView((view) => [...usersOfMetric(view, id)], [id])
  const [asked, setAsked] = useState<{ readonly change: () => void; readonly isOtherData: boolean } | null>(null)
  const { question, connectionId } = query
  const mutate = useMutate()
  const actor = useActor()
  const { locale } = usePageEnvironment()
  const tables = useBuilderTables(connectionId)
  const target = useView((view) => getRunTarget(view, connectionId), [connectionId])
  const mayDefine = mayEdit && isAllowed(actor, { do: 'run', target, level: 'builder' })
  /** Charts of the old data cannot measure it any more, nor can any what measures nothing. */
  const afterAsking = (isOtherData: boolean, isUndefined: boolean, change: () => void) =>
    (isOtherData || isUndefined) && users.length > 0 ? setAsked({ change, isOtherData }) : change()
  const define = async (label: string, parts: Partial<Question>) => {
    const { source } = parts
    const step = { label, actionId: newId() }
    await mutate('updateMetricQuestion', { id, question: parts, basedOn: partsIn(question, parts) }, step)
    if (!source || isOfSameTable(source, question.source)) return
    const next = timeInTable(
      tables.tables.find(({ table }) => isSameTable(table, source)),
      time,
    )
    if (next !== time) await mutate('updateMetric', { id, time: next }, step)
  }
  const change: ChangeQuestion = (label, parts) =>
    afterAsking(
      parts.source !== undefined && !isOfSameTable(parts.source, question.source),
      parts.measures?.length === 0,
      () => void define(label, parts).catch(reportProblem),
    )
  return (
    <section aria-label="Definition">
      <div className="mb-2 flex min-h-[30px] items-center justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-tile">Definition</h2>
          {mayDefine && users.length > 0 && (
            <p className="text-small text-muted">A change is a change of {chartUsersText(users, locale)}.</p>
          )}
        </div>
        {mayDefine && (
          <DataChoice
            query={query}
            onChange={(next) =>
              afterAsking(
                true,
                false,
                () =>
                  void mutate(
                    'updateMetricQuestion',
                    { id, question: {}, connectionId: next },
                    { label: `Measure other data with ${name}` },
                  ).catch(reportProblem),
              )
            }
          />
        )}
      </div>
      <div className="overflow-hidden rounded-tile border border-line bg-surface shadow-tile">
        {mayDefine ? (
          <>
            <UnreadTables failure={tables.failure} />
            <QuestionTables {...tables} connectionId={connectionId} question={question} isMetric onChange={change} />
          </>
        ) : (
          <p className="px-3.5 py-3">{definitionWords(metric)}</p>
        )}
      </div>
      <Dialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        isAllowed={mayDefine}
        title={
          asked?.isOtherData === false ? `Leave “${name}” without a measure?` : `Measure other data with “${name}”?`
        }
        description={`It breaks ${chartUsersText(users, locale)}: ${
          asked?.isOtherData === false ? 'they have nothing to measure then' : 'they ask the data of before'
        }. Undo brings it back.`}
        actions={
          <>
            <Button onClick={() => setAsked(null)}>Cancel</Button>
            <Button
              variant="primary"
              onClick={() => {
                setAsked(null)
                asked?.change()
              }}
            >
              {asked?.isOtherData === false ? 'Remove the measure' : 'Measure other data'}
            </Button>
          </>
        }
      >
        <ul className="max-h-60 divide-y divide-line overflow-y-auto">
          {users.map((user) => (
            <ChartUserItem key={user.chart.id} user={user} />
          ))}
        </ul>
      </Dialog>
    </section>
  )
}

function isOfSameTable(one: Question['source'], other: Question['source']): boolean {
  return one === null || other === null ? one === other : isSameTable(one, other)
}

function Users({ metric }: { readonly metric: Metric }) {
  const users = useView((view) => [...usersOfMetric(view, metric.id)], [metric.id])
  return (
    <section aria-label="Used by">
      <h2 className="mb-2 text-tile">Used by</h2>
      <div className="rounded-tile border border-line bg-surface shadow-tile">
        {users.length === 0 ? (
          <p className="px-3.5 py-3 text-muted">No chart measures it yet.</p>
        ) : (
          <ul className="divide-y divide-line">
            {users.map((user) => (
              <ChartUserItem key={user.chart.id} user={user} />
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
