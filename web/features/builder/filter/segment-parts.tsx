'use client'

import { Bookmark, ExternalLink, ListFilter } from 'lucide-react'
import { useState } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { leavesIn, type Question, type QuestionCondition, type SegmentItem } from '@tidemark/shared/builder/question'
import type { ReadTable } from '@tidemark/shared/builder/suggest-join'
import { filterWords } from '@tidemark/shared/builder/test-words'
import { segmentIdSchema, type Segment } from '@tidemark/shared/segments/segment'
import { getSegment, segmentsOfTable } from '@tidemark/shared/segments/segment-queries'
import { AppLink } from '@/client/page/navigation'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useView } from '@/client/workspace/use-view'
import { buttonClass } from '@/ui/buttons/button'
import { Chip } from '@/ui/buttons/chip'
import { lazyPart, useLazyPart } from '@/ui/lazy-part'
import { Popover } from '@/ui/popups/popover'
import type { PickGroup } from '@/features/commands/rank-picks'
import type { ChangeQuestion } from '../step-props'

/** A segment of a table that is read. */
export interface ReadSegment {
  readonly segment: Segment
  readonly join: string | null
}

/** The segments of the tables that a question reads. */
export function useReadSegments(connectionId: string, read: readonly ReadTable[]): readonly ReadSegment[] {
  return useView(
    (view) =>
      read.flatMap(({ join, table }) =>
        segmentsOfTable(view, connectionId, table.table).map((segment) => ({ segment, join })),
      ),
    [connectionId, read],
  )
}

/** The segments to pick from, before all columns. */
export function segmentPicks(segments: readonly ReadSegment[], onPick: (item: SegmentItem) => void): PickGroup[] {
  if (segments.length === 0) return []
  const items = segments.map(({ segment: { id, name, description, query }, join }) => ({
    key: `segment ${join ?? ''} ${id}`,
    label: name,
    about: description === '' ? filterWords(query.question.filter) : description,
    icon: ListFilter,
    onPick: () => onPick({ kind: 'segment', id: newId(), segment: id, name, join }),
  }))
  return [{ title: 'Segments', items }]
}

interface SegmentChipProps {
  readonly item: SegmentItem
  readonly onRemove: () => void
}

/** A segment among the filters, with what it is and the way to its page. */
export function SegmentChip({ item, onRemove }: SegmentChipProps) {
  const segment = useView((view) => getSegment(view, segmentIdSchema.parse(item.segment)) ?? null, [item.segment])
  const name = segment?.name ?? item.name
  return (
    <Popover
      label={`Segment ${name}`}
      trigger={
        <Chip
          icon={ListFilter}
          aria-label={`Segment: ${name}`}
          onRemove={onRemove}
          removeLabel={`Remove the segment ${name}`}
        >
          {name}
        </Chip>
      }
    >
      {() => (
        <div className="flex max-w-72 flex-col gap-2">
          <p className="font-medium break-words">{segment === null ? 'A segment that you do not see' : name}</p>
          {segment !== null && (
            <>
              {segment.description !== '' && <p className="text-small text-muted">{segment.description}</p>}
              <p className="text-small break-words text-muted">{filterWords(segment.query.question.filter)}</p>
              <AppLink href={`/segments/${segment.id}`} className={buttonClass({ size: 'sm' })}>
                <ExternalLink aria-hidden />
                Open segment
              </AppLink>
            </>
          )}
        </div>
      )}
    </Popover>
  )
}

const saveSegmentDialog = lazyPart(() => import('./save-segment-dialog'))

interface SaveAsSegmentProps {
  readonly connectionId: string
  readonly question: Question
  readonly read: readonly ReadTable[]
  readonly onChange: ChangeQuestion
}

/** Makes the filters a segment, where they are of columns of one table alone and the person may edit. */
export function SaveAsSegment({ connectionId, question, read, onChange }: SaveAsSegmentProps) {
  const mayEdit = useMayEdit()
  const [isSaving, setSaving] = useState(false)
  const Dialog = useLazyPart(saveSegmentDialog, isSaving)
  const of = tableToSave(question, read)
  if (!mayEdit || of === null) return null
  return (
    <>
      <Chip dashed icon={Bookmark} onClick={() => setSaving(true)}>
        Save as a segment
      </Chip>
      {Dialog && isSaving && (
        <Dialog
          connectionId={connectionId}
          filter={question.filter}
          of={of}
          onSaved={(item) => onChange(`Filter by ${item.name}`, { filter: { match: 'all', items: [item] } })}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  )
}

/** The table that all filters are of; null where there is none, or a segment among them. */
function tableToSave({ filter, joins }: Question, read: readonly ReadTable[]): ReadTable | null {
  const leaves = leavesIn(filter)
  const conditions = leaves.filter((leaf): leaf is QuestionCondition => leaf.kind === 'condition')
  const [first] = conditions
  if (first === undefined || leaves.some((leaf) => leaf.kind === 'segment')) return null
  const { join } = first.column
  const isOfTable = join === null || joins.some(({ id }) => id === join)
  return isOfTable && conditions.every(({ column }) => column.join === join)
    ? (read.find((one) => one.join === join) ?? null)
    : null
}
