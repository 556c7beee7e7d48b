import type { Dataset, DatasetId } from '@tidemark/shared/datasets/dataset'
import type { ToastOptions } from '@/ui/popups/toast-request'
import { datasetSizeText } from '../dataset-size-text'

/** The id of the toast that a dataset is ready, which offers to draft a dashboard of it and goes once something was made of it elsewhere. */
export function readyToastId(id: DatasetId): string {
  return `ready-${id}`
}

interface ReadyToastOptions {
  readonly locale: string
  readonly draft: () => void
  /** Absent where the dataset's page opens by itself. */
  readonly open: (() => void) | undefined
}

/** Returns what the toast of a dataset that is ready says and offers. */
export function readyToast(dataset: Dataset, { locale, draft, open }: ReadyToastOptions): ToastOptions {
  return {
    id: readyToastId(dataset.id),
    description: datasetSizeText(dataset, locale),
    ...(open !== undefined && { otherAction: { label: 'Open', onClick: open } }),
    action: { label: 'Draft a dashboard', onClick: draft },
  }
}
