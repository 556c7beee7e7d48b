'use client'

import { FolderInput, ListFilter, MessageCircleQuestion, Pencil, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { partsIn } from '@tidemark/shared/builder/merge-question'
import { emptyQuestion, type BuilderQuery, type SegmentItem } from '@tidemark/shared/builder/question'
import { chartIdSchema, type BuilderChart } from '@tidemark/shared/charts/chart'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { mayAskQuestion } from '@tidemark/shared/datasets/dataset-rights'
import { maxSegmentName, type Segment, type SegmentId } from '@tidemark/shared/segments/segment'
import { getSegment } from '@tidemark/shared/segments/segment-queries'
import { usersOfSegment } from '@tidemark/shared/segments/segment-users'
import { AppLink } from '@/client/page/navigation'
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
import { LiveField } from '../charts/live-field'
import { useMoveCommand } from '../commands/use-move-command'
import { useNaming } from '../content/use-naming'
import { useStartQuestion } from '../content/use-start-question'
import { SegmentLineage } from '../data/table/lineage-section'
import { DefinitionAnswer } from '../definitions/definition-answer'
import { DefinitionSection } from '../definitions/definition-section'
import { UsedBySection } from '../definitions/definition-users'
import { FavouriteStar } from '../favourites/favourite-star'
import { HistoryButton } from '../history/history-button'
import { OwnerField } from '../members/owner-field'
import { reportProblem } from '../messages/report-problem'
import { MissingEntry } from '../page/missing-entry'
import { PageMenu } from '../page/page-menu'
import { TopBar } from '../page/top-bar'
import { UndoButtons } from '../page/undo-buttons'
import { useMoveToTrash } from '../page/use-move-to-trash'
import { segmentWords } from './segment-words'

const moveDialog = lazyPart(() => import('../definitions/move-definition-dialog'))
const breadcrumb = [{ label: 'Metrics', href: '/metrics' }]

/** One segment: its filter, how many rows pass it now, and who uses it. */
export function SegmentPage({ segmentId }: { readonly segmentId: SegmentId }) {
  const segment = useView((view) => getSegment(view, segmentId) ?? null, [segmentId])
  const mutate = useMutate()
  const mayEdit = useMayEdit(segment?.folderId ?? null)
  if (segment !== null && segment.deletedAt === null) return <PresentSegment segment={segment} mayEdit={mayEdit} />
  const restore = () =>
    void mutate('updateSegment', { id: segmentId, deletedAt: null }, { label: 'Restore segment' }).catch(reportProblem)
  return (
    <MissingEntry
      icon={ListFilter}
      breadcrumb={breadcrumb}
      trashed={segment}
      trashText="Charts that filter by it work again once it is restored."
      onRestore={mayEdit ? restore : undefined}
      loading={<Skeleton className="m-5 h-40" />}
    >
      <TopBar icon={ListFilter} breadcrumb={breadcrumb} title="Segment not found" />
      <EmptyState
        icon={ListFilter}
        title="There is no segment at this address"
        text="It was deleted for good, or it is in a folder that you do not see."
        action={
          <AppLink href="/metrics" className={buttonClass({})}>
            All metrics and segments
          </AppLink>
        }
        className="flex-1"
      />
    </MissingEntry>
  )
}

interface SegmentProps {
  readonly segment: Segment
  readonly mayEdit: boolean
}

function PresentSegment({ segment, mayEdit }: SegmentProps) {
  const { id, query } = segment
  const users = useView((view) => usersOfSegment(view, id), [id])
  const actor = useActor()
  const mayAsk = useView((view) => mayAskQuestion(actor, view, query), [actor, query])
  const isDefined = query.question.source !== null && query.question.filter.items.length > 0
  return (
    <>
      <SegmentTopBar segment={segment} mayEdit={mayEdit} mayAsk={mayAsk} />
      <div className="flex w-full max-w-[1240px] flex-col gap-6 page-sides py-5 max-md:py-3">
        <div className="grid gap-6 @min-[64rem]:grid-cols-[minmax(0,1fr)_312px]">
          <div className="flex min-w-0 flex-col gap-6">
            {isDefined && mayAsk && <RowCount segment={segment} />}
            <Definition segment={segment} mayEdit={mayEdit} />
            <UsedBySection users={users} noUser="Nothing filters by it yet." />
            <SegmentLineage id={id} />
          </div>
          <Details segment={segment} mayEdit={mayEdit} />
        </div>
      </div>
    </>
  )
}

function SegmentTopBar({ segment, mayEdit, mayAsk }: SegmentProps & { readonly mayAsk: boolean }) {
  const { id, name, query } = segment
  const { source } = query.question
  const mutate = useMutate()
  const startQuestion = useStartQuestion()
  const moveToTrash = useMoveToTrash()
  const [isNaming, setNaming] = useNaming(id)
  const [isMoving, setMoving] = useState(false)
  const MoveDialog = useLazyPart(moveDialog, isMoving)
  useMoveCommand('segment', id, mayEdit, () => setMoving(true))
  const remove = () =>
    moveToTrash({
      name,
      noun: 'segment',
      away: '/metrics',
      description: 'Charts that filter by it say so until it is restored.',
      change: (deletedAt, step) => mutate('updateSegment', { id, deletedAt }, step),
    })
  return (
    <TopBar
      icon={ListFilter}
      breadcrumb={breadcrumb}
      title={
        <InlineEdit
          value={name}
          label="Segment name"
          isReadOnly={!mayEdit}
          maxLength={maxSegmentName}
          editing={isNaming}
          onEditingChange={setNaming}
          onCommit={(next) =>
            void mutate('updateSegment', { id, name: next }, { label: 'Rename segment' }).catch(reportProblem)
          }
        />
      }
      actions={
        <>
          {mayEdit && <UndoButtons className="max-sm:hidden" />}
          <FavouriteStar target={{ kind: 'segment', id }} />
          <HistoryButton kind="segment" id={id} />
          <PageMenu kind="segment" id={id} mayEdit={mayEdit} className={mayEdit ? '' : 'sm:hidden'}>
            {mayEdit && (
              <>
                <MenuItem icon={Pencil} onSelect={() => setNaming(true)}>
                  Rename
                </MenuItem>
                <MenuItem icon={FolderInput} onSelect={() => setMoving(true)}>
                  Move to folder…
                </MenuItem>
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
              folderId={segment.folderId}
              description="Charts that filter by it have no answer for those who do not see the folder."
              onMove={(folderId) => mutate('updateSegment', { id, folderId }, { label: 'Move segment' })}
              onClose={() => setMoving(false)}
            />
          )}
          {mayAsk && source !== null && (
            <Button
              variant="primary"
              icon={MessageCircleQuestion}
              onClick={() => startQuestion({ chart: { name, query: questionOf(segment), visual: defaultVisual } })}
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

/** The question for the rows of a segment. */
function questionOf({ id, name, query }: Segment): BuilderQuery {
  const { source } = query.question
  const item: SegmentItem = { kind: 'segment', id: 'segment', segment: id, name, join: null }
  return { ...query, question: { ...emptyQuestion, source, filter: { match: 'all', items: [item] } } }
}

/** How many rows pass it now: by the definition itself, as an answer by its id can be that of the definition before. */
function RowCount({ segment }: { readonly segment: Segment }) {
  const chart = useMemo<BuilderChart>(() => {
    const { id, query } = segment
    const { source, filter } = query.question
    const count = { id: 'rows', fn: 'count', column: null, percentile: 90, show: 'value', label: 'Rows' } as const
    return {
      ...segment,
      id: chartIdSchema.parse(`segment-${id}`.slice(0, 40)),
      query: { ...query, question: { ...emptyQuestion, source, filter, measures: [count] } },
      visual: { ...defaultVisual, type: 'number', y: ['Rows'] },
    }
  }, [segment])
  return (
    <section aria-label="Preview">
      <h2 className="mb-2 flex min-h-[30px] items-center text-tile">Rows that pass it</h2>
      <DefinitionAnswer chart={chart} />
    </section>
  )
}

function Definition({ segment, mayEdit }: SegmentProps) {
  const { id, name, query } = segment
  const users = useView((view) => usersOfSegment(view, id), [id])
  const mutate = useMutate()
  return (
    <DefinitionSection
      {...{ query, users, mayEdit }}
      isSegment
      words={segmentWords(segment)}
      otherData={{
        title: `Filter other data with “${name}”?`,
        reason: 'they ask the data of before',
        action: 'Filter other data',
      }}
      nothing={{
        isLeft: ({ filter }) => filter?.items.length !== 0,
        title: `Leave “${name}” without a filter?`,
        reason: 'they have nothing to filter by then',
        action: 'Remove the filter',
      }}
      onDefine={(label, parts) => {
        const change = { question: parts, basedOn: partsIn(query.question, parts) }
        return mutate('updateSegmentQuestion', { id, ...change }, { label, actionId: newId() })
      }}
      onOtherData={(next) =>
        mutate(
          'updateSegmentQuestion',
          { id, question: {}, connectionId: next },
          { label: `Filter other data with ${name}` },
        )
      }
    />
  )
}

function Details({ segment: { id, description, ownerId }, mayEdit }: SegmentProps) {
  const mutate = useMutate()
  return (
    <section aria-label="Details" className="min-w-0">
      <h2 className="mb-2 flex min-h-[30px] items-center text-tile">Details</h2>
      <fieldset disabled={!mayEdit} className="flex min-w-0 flex-col gap-4">
        <LiveField
          label="Description"
          value={description}
          maxLength={2000}
          placeholder="Which rows it keeps, and why"
          onChange={(next, actionId) =>
            void mutate(
              'updateSegment',
              { id, description: next },
              { label: 'Describe segment', ...(actionId && { actionId }) },
            ).catch(reportProblem)
          }
        />
        <OwnerField
          ownerId={ownerId}
          onChange={(next) =>
            void mutate('updateSegment', { id, ownerId: next }, { label: 'Change who answers for a segment' }).catch(
              reportProblem,
            )
          }
        />
      </fieldset>
    </section>
  )
}
