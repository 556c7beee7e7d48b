import { datasetSchema, type Dataset, type DatasetId } from '@tidemark/shared/datasets/dataset'
import { filesInPlaceSchema, type FileInPlace } from '@tidemark/shared/datasets/file-in-place'
import { requestApi, type ApiAnswer } from '@/client/page/api-request'

/** The files of the folders that the server reads in place. */
export async function fetchFilesInPlace(signal: AbortSignal): Promise<readonly FileInPlace[]> {
  const answer = await requestApi('GET', '/api/folders', filesInPlaceSchema, { signal })
  return answer.ok ? answer.value.files : []
}

/** Makes one of them a dataset, and answers it, or the one that there is. table: of those that it has; undefined where nobody was asked. */
export function addFileInPlace(id: DatasetId, path: string, table: string | undefined): ApiAnswer<Dataset> {
  return requestApi('POST', '/api/folders', datasetSchema, { body: { id, path, table } })
}
