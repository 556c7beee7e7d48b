import { isJsonObject, type JsonValue } from '@tidemark/shared/base/json'
import { datasetPrefix } from '@tidemark/shared/datasets/dataset'

/**
 * The versions of its files that an entry names, as paths below the folder of datasets; none when it is no dataset. Read
 * without the schema: a dataset of another version of Tidemark, or in the trash, keeps its files all the same.
 */
export function versionPathsOf(key: string, value: JsonValue): readonly string[] {
  if (!key.startsWith(datasetPrefix) || !isJsonObject(value)) return []
  const { versionId } = value
  return typeof versionId === 'string' ? [`${key.slice(datasetPrefix.length)}/${versionId}`] : []
}
