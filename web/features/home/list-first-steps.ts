import { listCharts } from '@tidemark/shared/charts/chart-queries'
import { listConnections } from '@tidemark/shared/connections/connection-queries'
import { listDashboards } from '@tidemark/shared/dashboards/dashboard-queries'
import { listDatasets } from '@tidemark/shared/datasets/dataset-queries'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'

/** The first things that people do in a workspace, and whether somebody has. */
export interface FirstSteps {
  readonly hasData: boolean
  readonly hasChart: boolean
  readonly hasDashboard: boolean
}

/** Returns which of the steps are taken; the sample counts for none. */
export function listFirstSteps(view: EntryView): FirstSteps {
  return {
    hasData: [...listDatasets(view), ...listConnections(view)].some(isOwn),
    hasChart: listCharts(view).some(isOwn),
    hasDashboard: listDashboards(view).some(isOwn),
  }
}

/** True of what is not the sample's: its ids say so. */
export function isOwn({ id }: { readonly id: string }): boolean {
  return !id.startsWith('sample-')
}
