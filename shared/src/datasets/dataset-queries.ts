import { tablesOf } from '../builder/models/model'
import { byDeletion, isDeleted } from '../base/deletion'
import { getFromView, listFromView, type EntryView } from '../entries/entry-tx'
import { localConnectionId, type Query } from '../query/run-query'
import { datasetKey, datasetPrefix, datasetSchema, type Dataset, type DatasetId } from './dataset'

export function getDataset(view: EntryView, id: DatasetId): Dataset | undefined {
  return getFromView(view, datasetSchema, datasetKey(id))
}

/** Datasets in use, by name. */
export function listDatasets(view: EntryView): Dataset[] {
  return listFromView(view, datasetSchema, datasetPrefix)
    .filter((dataset) => dataset.deletedAt === null)
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** The dataset in use whose rows a question reads; undefined for SQL, and for one to a database elsewhere. */
export function getDatasetOfQuestion(view: EntryView, query: Query): Dataset | undefined {
  if (query.kind !== 'builder' || query.connectionId !== localConnectionId) return undefined
  const { source } = query.question
  return source?.model === undefined
    ? listDatasets(view).find(({ tableName }) => tableName === source?.name)
    : undefined
}

/** The datasets in use that a query may read: those whose name its text or question contains. */
export function listDatasetsOfQuery(view: EntryView, query: Query): readonly Dataset[] {
  if (query.connectionId !== localConnectionId) return []
  const text = query.kind === 'sql' ? query.sql.toLowerCase() : null
  const tables = query.kind === 'sql' ? [] : tablesOf(query.question)
  return listDatasets(view).filter(({ tableName }) =>
    text === null ? tables.some(({ table }) => table.name === tableName) : text.includes(tableName.toLowerCase()),
  )
}

/** The dataset in use that was added last; of several of one moment, as the samples are, the first by name. */
export function getNewestDataset(view: EntryView): Dataset | undefined {
  return listDatasets(view).reduce<Dataset | undefined>(
    (newest, one) => (newest === undefined || one.createdAt > newest.createdAt ? one : newest),
    undefined,
  )
}

/** Datasets in the trash, the last deleted first. */
export function listDeletedDatasets(view: EntryView): Dataset[] {
  return listFromView(view, datasetSchema, datasetPrefix).filter(isDeleted).sort(byDeletion)
}
