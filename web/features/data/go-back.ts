import { datasetSchema, type Dataset } from '@tidemark/shared/datasets/dataset'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { requestApi } from '@/client/api-request'
import { toast } from '@/ui/toaster'
import { reportProblem } from '../shell/report-problem'
import { datasetSizeText } from './dataset-size-text'

interface GoBackPage {
  readonly locale: string
  readonly syncNow: () => void
}

/** Has the server put the earlier file of a dataset back, and tells what came of it; answers whether it did. */
export async function goBack({ id, earlier }: Dataset, page: GoBackPage): Promise<boolean> {
  const body = { versionId: earlier?.versionId }
  const answer = await requestApi('POST', `/api/datasets/${id}/earlier`, datasetSchema, { body })
  // Also where it was refused: the data is not what the page shows.
  page.syncNow()
  if (answer.ok) {
    tellReplaced(`“${answer.value.name}” is back to its earlier file`, answer.value, page)
    return true
  }
  if (answer.error.kind === 'refused') {
    const { code, ...evidence } = answer.error.error
    reportProblem(new TidemarkError(code, evidence))
  } else {
    const description = 'Going back needs it, because the earlier file is kept there. Nothing was changed.'
    toast('The server cannot be reached.', { tone: 'warn', description })
  }
  return false
}

/** Says that a dataset has other rows now, with a way back in the same corner. */
export function tellReplaced(title: string, dataset: Dataset, page: GoBackPage): void {
  const undo = () => void goBack(dataset, page).catch(reportProblem)
  toast(title, {
    tone: 'good',
    description: `${dataset.fileName} · ${datasetSizeText(dataset, page.locale)}`,
    action: dataset.earlier === undefined ? undefined : { label: 'Undo', onClick: undo },
  })
}
