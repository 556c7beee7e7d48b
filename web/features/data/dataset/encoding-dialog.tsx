'use client'

import { useEffect, useState } from 'react'
import type { Dataset } from '@tidemark/shared/datasets/dataset'
import {
  encodingPreviewsEndpoint,
  type EncodingPreview,
  type EncodingPreviews,
} from '@tidemark/shared/datasets/encoding-previews'
import { textEncodingLabel, type TextEncodingName } from '@tidemark/shared/datasets/text-encoding'
import { callApi, failureText } from '@/client/page/api-request'
import { Select } from '@/ui/fields/select'
import { Skeleton } from '@/ui/skeleton'
import { reportProblem } from '@/features/messages/report-problem'
import { ReadAgainDialog, type ReadingChoice } from './read-again-dialog'

/** Shows lines of a text file in each encoding it may be in, and reads the file again in the one that is chosen. */
export function EncodingDialog({ dataset, onClose }: { readonly dataset: Dataset; readonly onClose: () => void }) {
  const present = dataset.encoding?.name
  const { previews, failure } = usePreviews(dataset)
  const [chosen, setChosen] = useState<TextEncodingName | null>(null)
  const shown = previews?.previews.find(({ encoding }) => encoding === (chosen ?? present)) ?? previews?.previews[0]
  const choice: ReadingChoice | null =
    previews === null || shown === undefined || shown.encoding === present
      ? null
      : {
          route: 'encodings',
          body: { versionId: previews.versionId, encoding: shown.encoding },
          told: `“${dataset.name}” was read as ${textEncodingLabel(shown.encoding)}`,
        }
  return (
    <ReadAgainDialog
      dataset={dataset}
      title="Encoding of the file"
      description="A file does not say which encoding it is in. Choose the one in which the lines below look right; newer files are then read with it too."
      width={560}
      choice={choice}
      failure={failure}
      onClose={onClose}
    >
      {(isReading) => (
        <>
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
                disabled={isReading}
                options={previews.previews.map(({ encoding }) => ({
                  value: encoding,
                  label: `${textEncodingLabel(encoding)}${encoding === present ? ', as it was read' : ''}`,
                }))}
                hint={unreadableText(shown)}
                onChange={setChosen}
              />
              <Lines lines={shown.lines} />
            </>
          )}
        </>
      )}
    </ReadAgainDialog>
  )
}

function usePreviews({ id, versionId }: Dataset) {
  const [previews, setPreviews] = useState<EncodingPreviews | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    const load = async () => {
      const answer = await callApi(encodingPreviewsEndpoint, { params: { id }, signal: controller.signal })
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
    ? '1 place in these lines is not valid in it and is shown as �.'
    : `${unreadableCount} places in these lines are not valid in it and are shown as �.`
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
