import { datasetSchema, type Dataset } from '@tidemark/shared/datasets/dataset'

/**
 * Returns a dataset of a CSV file without columns, whose table has its name in lower case, for tests. given: fields
 * that differ.
 */
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
