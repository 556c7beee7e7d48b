import type { Dataset, DatasetId } from '@tidemark/shared/datasets/dataset'
import { addInPlaceEndpoint, filesInPlaceEndpoint, type FileInPlace } from '@tidemark/shared/datasets/file-in-place'
import { callApi, type ApiAnswer } from '@/client/page/api-request'

/** The files of the folders that the server reads in place. */
export async function fetchFilesInPlace(signal: AbortSignal): Promise<readonly FileInPlace[]> {
  const answer = await callApi(filesInPlaceEndpoint, { signal })
  return answer.ok ? answer.value.files : []
}

/** Makes one of them a dataset, and answers it, or the one that there is. table: of those that it has; undefined where nobody was asked. */
export function addFileInPlace(id: DatasetId, path: string, table: string | undefined): ApiAnswer<Dataset> {
  return callApi(addInPlaceEndpoint, { body: { id, path, table } })
}
