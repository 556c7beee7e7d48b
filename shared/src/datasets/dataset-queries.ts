import { byDeletion, isDeleted } from '../base/deletion'
import { getFromView, listFromView, type EntryView } from '../entries/entry-tx'
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

/** Datasets in the trash, the last deleted first. */
export function listDeletedDatasets(view: EntryView): Dataset[] {
  return listFromView(view, datasetSchema, datasetPrefix).filter(isDeleted).sort(byDeletion)
}
