import { useState } from 'react'
import type { Dataset } from '@tidemark/shared/datasets/dataset'
import type { DatasetDifferences } from '@tidemark/shared/datasets/dataset-differences'
import { readAgainAnswerSchema } from '@tidemark/shared/datasets/read-again'
import { failureText, requestApi } from '@/client/api-request'
import { usePageEnvironment } from '@/client/page-environment'
import { useSyncStatus } from '@/client/use-sync-status'
import { tellReplaced } from './go-back'

type Step =
  | { readonly kind: 'choosing' }
  | { readonly kind: 'reading' }
  | { readonly kind: 'differs'; readonly differences: DatasetDifferences; readonly accept: string }

interface ReadAgain {
  /** The last part of the address. */
  readonly route: 'encodings' | 'header'
  /** The body but for `accept`. */
  readonly body: Readonly<Record<string, unknown>>
  /** What is told once it is done. */
  readonly told: string
}

/** Has the server read a dataset's file again in another way; where its columns would be others, the second time it is asked. */
export function useReadAgain(dataset: Dataset, onDone: () => void) {
  const { locale } = usePageEnvironment()
  const { syncNow } = useSyncStatus()
  const [failure, setFailure] = useState<string | null>(null)
  const [step, setStep] = useState<Step>({ kind: 'choosing' })
  const readAgain = async ({ route, body, told }: ReadAgain) => {
    setStep({ kind: 'reading' })
    setFailure(null)
    const accept = step.kind === 'differs' ? step.accept : undefined
    const path = `/api/datasets/${dataset.id}/${route}`
    const answer = await requestApi('POST', path, readAgainAnswerSchema, { body: { ...body, accept } })
    if (!answer.ok) {
      setFailure(failureText(answer.error))
      setStep({ kind: 'choosing' })
    } else if (answer.value.kind === 'differs') setStep(answer.value)
    else {
      syncNow()
      onDone()
      tellReplaced(told, answer.value.dataset, { locale, syncNow })
    }
  }
  return { step, failure, readAgain, chooseAnew: () => setStep({ kind: 'choosing' }) }
}

export function readAgainLabel({ kind }: Step): string {
  if (kind === 'reading') return 'Reading…'
  return kind === 'differs' ? 'Replace the data' : 'Read again'
}
