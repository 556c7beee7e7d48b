import { listDeletedCharts } from '@tidemark/shared/charts/chart-queries'
import { listDeletedDashboards } from '@tidemark/shared/dashboards/dashboard-queries'
import { listDeletedDatasets } from '@tidemark/shared/datasets/dataset-queries'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { listDeletedFolders } from '@tidemark/shared/folders/folder-queries'
import type { Mutate } from '@/client/workspace/change-target'
import { isOwn } from './list-first-steps'

/** Returns the sample's parts in the trash; none unless its dashboard is among them. */
export function listSampleInTrash(view: EntryView) {
  const dashboards = listDeletedDashboards(view).filter(isOfSample)
  if (dashboards.length === 0) return null
  return {
    folders: listDeletedFolders(view).filter(isOfSample),
    datasets: listDeletedDatasets(view).filter(isOfSample),
    charts: listDeletedCharts(view).filter(isOfSample),
    dashboards,
  }
}
export type SampleInTrash = NonNullable<ReturnType<typeof listSampleInTrash>>

function isOfSample(thing: { readonly id: string }): boolean {
  return !isOwn(thing)
}

/** Takes the sample out of the trash, in one undo step. */
export async function restoreSample(mutate: Mutate, sample: SampleInTrash, actionId: string): Promise<void> {
  const options = { label: 'Restore the sample', actionId }
  for (const { id } of sample.folders) await mutate('updateFolder', { id, deletedAt: null }, options)
  for (const { id } of sample.datasets) await mutate('updateDataset', { id, deletedAt: null }, options)
  for (const { id } of sample.charts) await mutate('updateChart', { id, deletedAt: null }, options)
  for (const { id } of sample.dashboards) await mutate('updateDashboard', { id, deletedAt: null }, options)
}
