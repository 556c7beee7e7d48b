import { byDeletion, isDeleted } from '../base/deletion'
import { byOrder } from '../base/order'
import type { FolderId } from '../folders/folder'
import { getFromView, listFromView, type EntryView } from '../entries/entry-tx'
import { chartKey, chartPrefix, chartSchema, type Chart, type ChartId } from './chart'

export function getChart(view: EntryView, id: ChartId): Chart | undefined {
  return getFromView(view, chartSchema, chartKey(id))
}

/** Lists charts in use, in order; with a folder (null: the top), only those in it. */
export function listCharts(view: EntryView, folderId?: FolderId | null): Chart[] {
  return listFromView(view, chartSchema, chartPrefix)
    .filter((chart) => chart.deletedAt === null && (folderId === undefined || chart.folderId === folderId))
    .sort(byOrder)
}

/** Lists charts in the trash, the last deleted first. */
export function listDeletedCharts(view: EntryView): Chart[] {
  return listFromView(view, chartSchema, chartPrefix).filter(isDeleted).sort(byDeletion)
}
