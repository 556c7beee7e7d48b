'use client'

import { useState } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { orderBetween } from '@tidemark/shared/base/order'
import {
  emptyQuestion,
  mapFilterColumns,
  type QuestionFilter,
  type SegmentItem,
} from '@tidemark/shared/builder/question'
import { sourceOf, type ReadTable } from '@tidemark/shared/builder/suggest-join'
import { filterWords } from '@tidemark/shared/builder/test-words'
import { maxSegmentName, segmentIdSchema, segmentNameSchema } from '@tidemark/shared/segments/segment'
import { listSegments } from '@tidemark/shared/segments/segment-queries'
import { navigate } from '@/client/page/navigation'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useSyncClient } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { TextField } from '@/ui/fields/text-field'
import { Dialog } from '@/ui/popups/dialog'
import { toast } from '@/ui/popups/toaster'
import { reportProblem } from '../../messages/report-problem'

interface SaveSegmentDialogProps {
  readonly connectionId: string
  /** The conditions, on columns of one table. */
  readonly filter: QuestionFilter
  readonly of: ReadTable
  /** Takes the segment that stands for the filter from now on. */
  readonly onSaved: (item: SegmentItem) => void
  readonly onClose: () => void
}

/** Asks for the name of a segment, and makes it of a question's filters. */
export default function SaveSegmentDialog({ connectionId, filter, of, onSaved, onClose }: SaveSegmentDialogProps) {
  const client = useSyncClient()
  // In the workspace, also where the question itself is kept by this browser alone.
  const { mutate } = client
  const mayEdit = useMayEdit()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const isNamed = segmentNameSchema.safeParse(name).success
  const save = async () => {
    const id = segmentIdSchema.parse(newId())
    const question = {
      ...emptyQuestion,
      source: sourceOf(of.table),
      filter: mapFilterColumns(filter, (column) => ({ ...column, join: null })),
    }
    await mutate(
      'createSegment',
      {
        id,
        folderId: null,
        name,
        description,
        query: { kind: 'builder', connectionId, question },
        order: orderBetween(listSegments(client.views.getState().view).at(-1)?.order ?? null, null),
      },
      { label: `Make a segment of ${name}` },
    )
    onSaved({ kind: 'segment', id: newId(), segment: id, name: name.trim(), join: of.join })
    toast(`“${name.trim()}” is a segment now`, {
      tone: 'good',
      description: `It is offered wherever ${of.table.title} is filtered.`,
      action: { label: 'Open', onClick: () => navigate(`/segments/${id}`) },
    })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isAllowed={mayEdit}
      title="Save as a segment"
      description="Every chart of this data can then filter by the same, and changes with it."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!isNamed} onClick={() => void save().catch(reportProblem)}>
            Save segment
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          label="Name"
          value={name}
          maxLength={maxSegmentName}
          placeholder="Such as Active customers"
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextField
          label="Description"
          value={description}
          maxLength={2000}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <p className="text-small break-words text-muted">
          Rows of {of.table.title} where {filterWords(filter)}
        </p>
      </div>
    </Dialog>
  )
}
