import { datasetSchema, type Dataset } from '@tidemark/shared/datasets/dataset'

/** A dataset of a CSV file without columns, its table named like it in small letters, for tests. given: what is to be otherwise. */
export function datasetOf(
  id: string,
  given: Partial<
    Pick<Dataset, 'name' | 'versionId' | 'rowCount' | 'columns' | 'deletedAt' | 'createdAt' | 'updatedAt'>
  > = {},
): Dataset {
  return datasetSchema.parse({
    id,
    name: id,
    tableName: id.toLowerCase(),
    description: '',
    format: 'csv',
    fileName: `${id}.csv`,
    versionId: 'v1',
    rowCount: 1,
    sizeBytes: 4,
    columns: [],
    notes: [],
    sourceUrl: null,
    licence: null,
    deletedAt: null,
    createdAt: 1,
    createdBy: 'ann',
    updatedAt: 1,
    updatedBy: 'ann',
    ...given,
  })
}
