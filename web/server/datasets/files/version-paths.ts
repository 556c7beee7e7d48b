import { isJsonObject, type JsonValue } from '@tidemark/shared/base/json'
import { datasetPrefix } from '@tidemark/shared/datasets/dataset'

/**
 * Returns the versions that an entry uses, including the earlier one, as paths below the datasets' folder; none if it
 * is not a dataset. It does not apply the schema, because datasets stored by another version of Tidemark, or in the
 * trash, keep their files too.
 */
export function versionPathsOf(key: string, value: JsonValue): readonly string[] {
  if (!key.startsWith(datasetPrefix) || !isJsonObject(value)) return []
  const { versionId, earlier } = value
  return [versionId, isJsonObject(earlier) ? earlier.versionId : undefined]
    .filter((version) => typeof version === 'string')
    .map((version) => `${key.slice(datasetPrefix.length)}/${version}`)
}
