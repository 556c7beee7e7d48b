import { listDeletedCharts } from '@tidemark/shared/charts/chart-queries'
import type { ChartId } from '@tidemark/shared/charts/chart'
import type { ChartType } from '@tidemark/shared/charts/chart-visual'
import { byDeletion } from '@tidemark/shared/base/deletion'
import { listDeletedConnections } from '@tidemark/shared/connections/connection-queries'
import type { ConnectionId } from '@tidemark/shared/connections/connection'
import { listDeletedDashboards } from '@tidemark/shared/dashboards/dashboard-queries'
import type { DashboardId } from '@tidemark/shared/dashboards/dashboard'
import { listDeletedDatasets } from '@tidemark/shared/datasets/dataset-queries'
import type { DatasetId } from '@tidemark/shared/datasets/dataset'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { listDeletedFolders, listFolders } from '@tidemark/shared/folders/folder-queries'
import type { MetricId } from '@tidemark/shared/metrics/metric'
import { listDeletedMetrics } from '@tidemark/shared/metrics/metric-queries'
import type { SegmentId } from '@tidemark/shared/segments/segment'
import { listDeletedSegments } from '@tidemark/shared/segments/segment-queries'
import type { FolderId } from '@tidemark/shared/folders/folder'

interface Deleted {
  readonly name: string
  readonly deletedAt: number
  /** The folder to which it returns; null (the top) if that folder is not in use and is not restored with it. */
  readonly folderId: FolderId | null
  /** The folder whose access list decides who may restore it; a folder decides for itself. */
  readonly heldBy: FolderId | null
}

export type TrashEntry =
  | (Deleted & { readonly kind: 'dashboard'; readonly id: DashboardId })
  | (Deleted & { readonly kind: 'chart'; readonly id: ChartId; readonly chartType: ChartType })
  | (Deleted & { readonly kind: 'metric'; readonly id: MetricId })
  | (Deleted & { readonly kind: 'segment'; readonly id: SegmentId })
  | (Deleted & { readonly kind: 'dataset'; readonly id: DatasetId })
  | (Deleted & { readonly kind: 'connection'; readonly id: ConnectionId })
  | (Deleted & { readonly kind: 'folder'; readonly id: FolderId })

/**
 * One line of the trash. contents: how many things were deleted with a folder. parts: itself and those, outermost
 * first.
 */
export type TrashItem = TrashEntry & { readonly contents: number; readonly parts: readonly TrashEntry[] }

/**
 * Lists the deleted things, the last deleted first. A thing deleted together with its folder (at the same time) is part
 * of the folder's line and restored with it; one deleted earlier has its own line.
 */
export function listTrash(view: EntryView): readonly TrashItem[] {
  const folders = listDeletedFolders(view)
  const entries: readonly TrashEntry[] = [
    ...folders.map((folder) => ({
      ...deleted(folder, folder.parentId),
      heldBy: folder.id,
      kind: 'folder' as const,
      id: folder.id,
    })),
    ...listDeletedDashboards(view).map((dashboard) => ({
      ...deleted(dashboard, dashboard.folderId),
      kind: 'dashboard' as const,
      id: dashboard.id,
    })),
    ...listDeletedCharts(view).map((chart) => ({
      ...deleted(chart, chart.folderId),
      kind: 'chart' as const,
      id: chart.id,
      chartType: chart.visual.type,
    })),
    ...listDeletedMetrics(view).map((metric) => ({
      ...deleted(metric, metric.folderId),
      kind: 'metric' as const,
      id: metric.id,
    })),
    ...listDeletedSegments(view).map((segment) => ({
      ...deleted(segment, segment.folderId),
      kind: 'segment' as const,
      id: segment.id,
    })),
    ...listDeletedDatasets(view).map((dataset) => ({
      ...deleted(dataset, null),
      kind: 'dataset' as const,
      id: dataset.id,
    })),
    ...listDeletedConnections(view).map((connection) => ({
      ...deleted(connection, null),
      kind: 'connection' as const,
      id: connection.id,
    })),
  ]
  const deletedAtByFolder = new Map(folders.map((folder) => [folder.id, folder.deletedAt]))
  const inUse = new Set(listFolders(view).map((folder) => folder.id))
  const wentWithFolder = (entry: TrashEntry) =>
    entry.folderId !== null && deletedAtByFolder.get(entry.folderId) === entry.deletedAt
  const partsOf = (entry: TrashEntry): readonly TrashEntry[] => [
    entry,
    ...(entry.kind === 'folder'
      ? entries
          .filter((part) => part.folderId === entry.id && part.deletedAt === entry.deletedAt && part.id !== entry.id)
          .flatMap(partsOf)
      : []),
  ]
  return entries
    .filter((entry) => !wentWithFolder(entry))
    .map((entry): TrashItem => {
      const home = entry.folderId !== null && inUse.has(entry.folderId) ? entry.folderId : null
      const parts = partsOf({ ...entry, folderId: home })
      return { ...entry, folderId: home, contents: parts.length - 1, parts }
    })
    .sort(byDeletion)
}

function deleted(
  { name, deletedAt }: { readonly name: string; readonly deletedAt: number | null },
  folderId: FolderId | null,
): Deleted {
  return { name, deletedAt: deletedAt ?? 0, folderId, heldBy: folderId }
}
