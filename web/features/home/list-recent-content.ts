import type { Chart } from '@tidemark/shared/charts/chart'
import { listCharts } from '@tidemark/shared/charts/chart-queries'
import type { Dashboard } from '@tidemark/shared/dashboards/dashboard'
import { listDashboards } from '@tidemark/shared/dashboards/dashboard-queries'
import type { Dataset } from '@tidemark/shared/datasets/dataset'
import { listDatasets } from '@tidemark/shared/datasets/dataset-queries'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'

/** Dashboards, charts and data in use, the last edited first. */
export function listRecentContent(view: EntryView): {
  readonly dashboards: readonly Dashboard[]
  readonly charts: readonly Chart[]
  readonly datasets: readonly Dataset[]
} {
  return {
    dashboards: listDashboards(view).sort(byEdit),
    charts: listCharts(view).sort(byEdit),
    // Those of one moment, as the samples are, stay in the order of their names.
    datasets: listDatasets(view).sort((a, b) => b.updatedAt - a.updatedAt),
  }
}

function byEdit(
  a: { readonly id: string; readonly updatedAt: number },
  b: { readonly id: string; readonly updatedAt: number },
): number {
  return b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1)
}
