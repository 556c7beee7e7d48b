import type { Chart } from '@tidemark/shared/charts/chart'
import { listCharts } from '@tidemark/shared/charts/chart-queries'
import type { Dashboard } from '@tidemark/shared/dashboards/dashboard'
import { listDashboards } from '@tidemark/shared/dashboards/dashboard-queries'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'

/** Dashboards and charts in use, the last edited first. */
export function listRecentContent(view: EntryView): {
  readonly dashboards: readonly Dashboard[]
  readonly charts: readonly Chart[]
} {
  return { dashboards: listDashboards(view).sort(byEdit), charts: listCharts(view).sort(byEdit) }
}

function byEdit(
  a: { readonly id: string; readonly updatedAt: number },
  b: { readonly id: string; readonly updatedAt: number },
): number {
  return b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1)
}
