'use client'

import { useState } from 'react'
import type { ChartId } from '@tidemark/shared/charts/chart'
import { mostAnnotations, type Annotation } from '@tidemark/shared/charts/chart-visual'
import { useMutate } from '@/client/workspace/use-mutate'
import { reportProblem } from '@/features/messages/report-problem'
import { Button } from '@/ui/buttons/button'
import { TextField } from '@/ui/fields/text-field'
import { Dialog } from '@/ui/popups/dialog'

export interface AnnotateDialogProps {
  readonly chartId: ChartId
  /** The annotations that the chart has. */
  readonly annotations: readonly Annotation[]
  /** The place, as it is stored and in words. */
  readonly x: string
  readonly label: string
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly isAllowed: boolean
}

/** Asks for the text of an annotation at a mark's place; one that stands there already is changed. */
export default function AnnotateDialog(props: AnnotateDialogProps) {
  const { chartId, annotations, x, label, open, onOpenChange, isAllowed } = props
  const mutate = useMutate()
  const before = annotations.find((one) => one.x === x)?.text ?? ''
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? before
  const others = annotations.filter((one) => one.x !== x)
  const isFull = others.length >= mostAnnotations
  const save = () => {
    const next = text.trim() === '' ? others : [...others, { x, text: text.trim() }]
    mutate(
      'updateChart',
      { id: chartId, visual: { annotations: next }, basedOn: { annotations: [...annotations] } },
      { label: 'Annotate chart' },
    ).catch(reportProblem)
    setTyped(null)
    onOpenChange(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) setTyped(null)
        onOpenChange(next)
      }}
      isAllowed={isAllowed}
      title={`Annotate ${label}`}
      description="The text stands at this place for everybody who sees the chart."
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" disabled={isFull || text.trim() === before} onClick={save}>
            {text.trim() === '' && before !== '' ? 'Remove' : 'Save'}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!isFull && text.trim() !== before) save()
        }}
      >
        <TextField
          label="Text"
          value={text}
          maxLength={200}
          placeholder="What happened here"
          error={isFull ? `A chart has at most ${mostAnnotations} annotations.` : undefined}
          onChange={({ target }) => setTyped(target.value)}
        />
      </form>
    </Dialog>
  )
}
