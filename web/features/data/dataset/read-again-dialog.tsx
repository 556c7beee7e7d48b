'use client'

import { useState, type ReactNode } from 'react'
import { isAllowed } from '@tidemark/shared/access/rules'
import type { Dataset, DatasetId } from '@tidemark/shared/datasets/dataset'
import type { DatasetDifferences } from '@tidemark/shared/datasets/dataset-differences'
import {
  chooseEncodingEndpoint,
  chooseHeaderEndpoint,
  chooseReadAsEndpoint,
  findTypesEndpoint,
  type ChooseEncoding,
  type ChooseHeader,
  type ChooseReadAs,
  type FindTypes,
} from '@tidemark/shared/datasets/read-again'
import { callApi, failureText } from '@/client/page/api-request'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useSyncStatus } from '@/client/workspace/use-sync-status'
import { useActor } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { Callout } from '@/ui/callout'
import { Dialog } from '@/ui/popups/dialog'
import { reportProblem } from '@/features/messages/report-problem'
import { DifferencesList } from '../uploads/differences-list'
import { tellReplaced } from './go-back'

interface ReadAgainDialogProps {
  readonly dataset: Dataset
  readonly title: string
  readonly description: string
  /** In pixels. */
  readonly width: number
  /** How the file is to be read; null while it is not chosen, or as it was. Whatever is chosen anew is asked about anew. */
  readonly choice: ReadingChoice | null
  /** The differences that the choice makes, where they are known before the file is read. */
  readonly expected?: SeenDifferences | null
  /** The error before anything could be chosen. */
  readonly failure?: string | null
  readonly children: (isReading: boolean) => ReactNode
  readonly onClose: () => void
}

/** told: what the person reads once it is done. */
export type ReadingChoice = { readonly told: string } & (
  | { readonly route: 'encodings'; readonly body: Omit<ChooseEncoding, 'accept'> }
  | { readonly route: 'header'; readonly body: Omit<ChooseHeader, 'accept'> }
  | { readonly route: 'types'; readonly body: Omit<FindTypes, 'accept'> }
  | { readonly route: 'read-as'; readonly body: Omit<ChooseReadAs, 'accept'> }
)

/** accept: takes the columns that are others. */
interface SeenDifferences {
  readonly differences: DatasetDifferences
  readonly accept: string
}

type Step =
  | { readonly kind: 'choosing' }
  | { readonly kind: 'reading' }
  | ({ readonly kind: 'differs'; readonly of: string } & SeenDifferences)

function askToReadAgain(id: DatasetId, choice: ReadingChoice, accept: string | undefined) {
  const params = { id }
  switch (choice.route) {
    case 'encodings':
      return callApi(chooseEncodingEndpoint, { params, body: { ...choice.body, accept } })
    case 'header':
      return callApi(chooseHeaderEndpoint, { params, body: { ...choice.body, accept } })
    case 'types':
      return callApi(findTypesEndpoint, { params, body: { ...choice.body, accept } })
    case 'read-as':
      return callApi(chooseReadAsEndpoint, { params, body: { ...choice.body, accept } })
  }
}

/** Has the server read a dataset's file again in another way; where its columns would be others, once that was seen. */
export function ReadAgainDialog(props: ReadAgainDialogProps) {
  const { dataset, title, description, width, choice, expected = null, children, onClose } = props
  const { locale } = usePageEnvironment()
  const { syncNow } = useSyncStatus()
  const [readFailure, setReadFailure] = useState<string | null>(null)
  const [step, setStep] = useState<Step>({ kind: 'choosing' })
  const isReading = step.kind === 'reading'
  const answered = step.kind === 'differs' && step.of === JSON.stringify(choice) ? step : null
  const seen = answered ?? expected
  const failure = readFailure ?? props.failure ?? null
  const readAgain = async (chosen: ReadingChoice) => {
    setStep({ kind: 'reading' })
    setReadFailure(null)
    const answer = await askToReadAgain(dataset.id, chosen, seen?.accept)
    if (!answer.ok) {
      setReadFailure(failureText(answer.error))
      setStep({ kind: 'choosing' })
    } else if (answer.value.kind === 'differs') setStep({ ...answer.value, of: JSON.stringify(choice) })
    else {
      syncNow()
      onClose()
      tellReplaced(chosen.told, answer.value.dataset, { locale, syncNow })
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isAllowed={isAllowed(useActor(), { do: 'upload-data' })}
      title={title}
      description={description}
      width={width}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={choice === null}
            aria-disabled={isReading || undefined}
            onClick={() => void (choice && !isReading && readAgain(choice).catch(reportProblem))}
          >
            {isReading ? 'Reading…' : 'Read again'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {failure !== null && <Callout tone="bad" title={failure} />}
        {children(isReading)}
        {seen !== null && (
          <div role="alert" className="flex flex-col gap-1.5 text-small">
            <p className="text-muted">This would change its columns.</p>
            <DifferencesList datasetId={dataset.id} differences={seen.differences} />
          </div>
        )}
      </div>
    </Dialog>
  )
}
