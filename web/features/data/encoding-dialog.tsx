'use client'

import { useEffect, useState } from 'react'
import type { Dataset } from '@tidemark/shared/datasets/dataset'
import {
  encodingPreviewsSchema,
  type EncodingPreview,
  type EncodingPreviews,
} from '@tidemark/shared/datasets/encoding-previews'
import { textEncodingLabel, type TextEncodingName } from '@tidemark/shared/datasets/text-encoding'
import { failureText, requestApi } from '@/client/api-request'
import { Button } from '@/ui/button'
import { Callout } from '@/ui/callout'
import { Dialog } from '@/ui/dialog'
import { Select } from '@/ui/select'
import { Skeleton } from '@/ui/skeleton'
import { reportProblem } from '../shell/report-problem'
import { DifferencesList } from './differences-list'
import { readAgainLabel, useReadAgain } from './use-read-again'

/** Shows lines of a text file in each encoding it may be in, and reads the file again in the one that is chosen. */
export function EncodingDialog({ dataset, onClose }: { readonly dataset: Dataset; readonly onClose: () => void }) {
  const present = dataset.encoding?.name
  const { previews, failure: previewFailure } = usePreviews(dataset)
  const [chosen, setChosen] = useState<TextEncodingName | null>(null)
  const { step, failure: readFailure, readAgain, chooseAnew } = useReadAgain(dataset, onClose)
  const failure = readFailure ?? previewFailure
  const shown = previews?.previews.find(({ encoding }) => encoding === (chosen ?? present)) ?? previews?.previews[0]
  const submit = async () => {
    if (previews === null || shown === undefined) return
    const body = { versionId: previews.versionId, encoding: shown.encoding }
    const told = `“${dataset.name}” was read as ${textEncodingLabel(shown.encoding)}`
    await readAgain({ route: 'encodings', body, told })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Encoding of the file"
      description="A file does not say which letters its bytes stand for. Choose the encoding in which the lines below read well; newer files are then read in it too."
      width={560}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={shown === undefined || shown.encoding === present || step.kind === 'reading'}
            onClick={() => void submit().catch(reportProblem)}
          >
            {readAgainLabel(step)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {failure !== null && <Callout tone="bad" title={failure} />}
        {previews === null && failure === null && <Skeleton className="h-40" />}
        {previews !== null && shown === undefined && (
          <p className="text-muted">All characters of this file are the same in every encoding.</p>
        )}
        {previews !== null && shown !== undefined && (
          <>
            <Select
              label="Encoding"
              isFirst
              value={shown.encoding}
              disabled={step.kind === 'reading'}
              options={previews.previews.map(({ encoding }) => ({
                value: encoding,
                label: `${textEncodingLabel(encoding)}${encoding === present ? ', as it was read' : ''}`,
              }))}
              hint={unreadableText(shown)}
              onChange={(encoding) => {
                setChosen(encoding)
                chooseAnew()
              }}
            />
            <Lines lines={shown.lines} />
          </>
        )}
        {step.kind === 'differs' && (
          <div role="alert" className="flex flex-col gap-1.5 text-small">
            <p className="text-muted">In this encoding its columns are others.</p>
            <DifferencesList datasetId={dataset.id} differences={step.differences} />
          </div>
        )}
      </div>
    </Dialog>
  )
}

function usePreviews({ id, versionId }: Dataset) {
  const [previews, setPreviews] = useState<EncodingPreviews | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    const load = async () => {
      const path = `/api/datasets/${id}/encodings`
      const answer = await requestApi('GET', path, encodingPreviewsSchema, { signal: controller.signal })
      if (controller.signal.aborted) return
      if (answer.ok) setPreviews(answer.value)
      else setFailure(failureText(answer.error))
    }
    void load().catch(reportProblem)
    return () => controller.abort()
  }, [id, versionId])
  return { previews, failure }
}

function unreadableText({ unreadableCount }: EncodingPreview): string | undefined {
  if (unreadableCount === 0) return undefined
  return unreadableCount === 1
    ? '1 place in these lines is not text in it, and is shown as �.'
    : `${unreadableCount} places in these lines are not text in it, and are shown as �.`
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <div
      role="group"
      aria-label="Lines of the file"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and keys must reach it
      tabIndex={0}
      className="max-h-56 overflow-auto rounded-row border border-line bg-surface px-2.5 py-2 font-mono text-code"
    >
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines have no other name, and never move
        <p key={index} dir="auto" className="whitespace-pre">
          {line}
        </p>
      ))}
    </div>
  )
}
