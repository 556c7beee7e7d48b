'use client'

import { BadgeCheck, BadgeX, FolderInput, MessageCircleQuestion, Pencil, Sigma, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { isAllowed } from '@tidemark/shared/access/rules'
import { partsIn } from '@tidemark/shared/builder/merge-question'
import type { Question } from '@tidemark/shared/builder/question'
import { isSameTable } from '@tidemark/shared/builder/same-table'
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
import { MenuItem, MenuSeparator } from '@/ui/popups/menu'
import { Skeleton } from '@/ui/skeleton'
import { TimeAgo } from '@/ui/text/time-ago'
import { AlertItem } from '../alerts/alert-item'
import { useMoveCommand } from '../commands/use-move-command'
import { useNaming } from '../content/use-naming'
import { useStartQuestion } from '../content/use-start-question'
import { useBuilderTables } from '../data/use-builder-tables'
import { DefinitionSection, isOfSameTable } from '../definitions/definition-section'
import { UsedBySection, type DefinitionUsers } from '../definitions/definition-users'
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
import { questionOfMetric } from '@tidemark/shared/metrics/question-of-metric'

const moveDialog = lazyPart(() => import('../definitions/move-definition-dialog'))
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
  const users = useUsers(metric.id)
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
            <UsedBySection users={users} noUser="No chart measures it yet." />
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
          <PageMenu kind="metric" id={id} mayEdit={mayEdit} className="">
            {mayAsk && <AlertItem kind="metric" id={id} />}
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
          {MoveDialog && isMoving && (
            <MoveDialog
              name={name}
              folderId={metric.folderId}
              description="Charts that measure it have no answer for those who do not see the folder."
              onMove={(folderId) => mutate('updateMetric', { id, folderId }, { label: 'Move metric' })}
              onClose={() => setMoving(false)}
            />
          )}
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
  const users = useUsers(id)
  const { question, connectionId } = query
  const mutate = useMutate()
  const { tables } = useBuilderTables(connectionId)
  const define = async (label: string, parts: Partial<Question>) => {
    const { source } = parts
    const step = { label, actionId: newId() }
    await mutate('updateMetricQuestion', { id, question: parts, basedOn: partsIn(question, parts) }, step)
    if (!source || isOfSameTable(source, question.source)) return
    const next = timeInTable(
      tables.find(({ table }) => isSameTable(table, source)),
      time,
    )
    if (next !== time) await mutate('updateMetric', { id, time: next }, step)
  }
  return (
    <DefinitionSection
      {...{ query, users, mayEdit }}
      isSegment={false}
      words={definitionWords(metric)}
      otherData={{
        title: `Measure other data with “${name}”?`,
        reason: 'they ask the data of before',
        action: 'Measure other data',
      }}
      nothing={{
        isLeft: ({ measures }) => measures?.length !== 0,
        title: `Leave “${name}” without a measure?`,
        reason: 'they have nothing to measure then',
        action: 'Remove the measure',
      }}
      onDefine={define}
      onOtherData={(next) =>
        mutate(
          'updateMetricQuestion',
          { id, question: {}, connectionId: next },
          { label: `Measure other data with ${name}` },
        )
      }
    />
  )
}

function useUsers(id: MetricId): DefinitionUsers {
  return useView((view) => ({ charts: usersOfMetric(view, id), metrics: [] }), [id])
}
