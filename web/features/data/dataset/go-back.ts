import type { Dataset, EarlierFile } from '@tidemark/shared/datasets/dataset'
import { deleteEarlierEndpoint, goBackEndpoint } from '@tidemark/shared/datasets/earlier-file-request'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { callApi, type RequestFailure } from '@/client/page/api-request'
import { toast } from '@/ui/popups/toaster'
import { reportProblem } from '@/features/messages/report-problem'
import { datasetSizeText } from '../dataset-size-text'

interface GoBackPage {
  readonly locale: string
  readonly syncNow: () => void
}

/** Puts the earlier file of a dataset back, and shows the outcome; returns true if it was put back. */
export async function goBack({ id, earlier }: Dataset, page: GoBackPage): Promise<boolean> {
  // Without one the server answers that there is none.
  const answer = await callApi(goBackEndpoint, { params: { id }, body: { versionId: earlier?.versionId ?? '' } })
  // Also where it was refused: the data is not what the page shows.
  page.syncNow()
  if (answer.ok) tellReplaced(`“${answer.value.name}” is back to its earlier file`, answer.value, page)
  else tellFailure(answer.error, 'Going back needs it')
  return answer.ok
}

/** Deletes the earlier file for good, and shows the outcome. */
export async function deleteEarlier({ id }: Dataset, earlier: EarlierFile, page: GoBackPage): Promise<void> {
  const answer = await callApi(deleteEarlierEndpoint, { params: { id }, query: { versionId: earlier.versionId } })
  page.syncNow()
  if (answer.ok) toast('The earlier file is deleted', { description: earlier.fileName })
  else tellFailure(answer.error, 'Deleting needs it')
}

/** needsServer: what the person asked for, as the beginning of a sentence. */
function tellFailure(failure: RequestFailure, needsServer: string): void {
  if (failure.kind === 'refused') reportProblem(TidemarkError.of(failure.error))
  else {
    const description = `${needsServer}, because the earlier file is kept there. Nothing was changed.`
    toast('The server cannot be reached.', { tone: 'warn', description })
  }
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
