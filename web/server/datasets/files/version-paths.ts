import { isJsonObject, type JsonValue } from '@tidemark/shared/base/json'
import { datasetPrefix } from '@tidemark/shared/datasets/dataset'

/**
 * The versions of its files that an entry names, the earlier one too, as paths below the folder of datasets; none when it
 * is no dataset. Read without the schema: a dataset of another version of Tidemark, or in the trash, keeps its files all the same.
 */
export function versionPathsOf(key: string, value: JsonValue): readonly string[] {
  if (!key.startsWith(datasetPrefix) || !isJsonObject(value)) return []
  const { versionId, earlier } = value
  return [versionId, isJsonObject(earlier) ? earlier.versionId : undefined]
    .filter((version) => typeof version === 'string')
    .map((version) => `${key.slice(datasetPrefix.length)}/${version}`)
}
