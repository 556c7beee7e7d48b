import { listCharts } from '@tidemark/shared/charts/chart-queries'
import { listConnections } from '@tidemark/shared/connections/connection-queries'
import type { DashboardId } from '@tidemark/shared/dashboards/dashboard'
import { listFavourites } from '@tidemark/shared/favourites/favourite-queries'
import { listFilters } from '@tidemark/shared/filters/filter-queries'
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

/** The first things that people do who read what others make. boardId, filteredId: a dashboard to open, and one to filter; null for none. */
export interface ReadersSteps {
  readonly boardId: DashboardId | null
  readonly filteredId: DashboardId | null
  readonly hasStar: boolean
}

export function listReadersSteps(view: EntryView, userId: string): ReadersSteps {
  const boards = listDashboards(view).toSorted((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1))
  return {
    boardId: boards[0]?.id ?? null,
    filteredId: boards.find(({ id }) => listFilters(view, id).length > 0)?.id ?? null,
    hasStar: listFavourites(view, userId).length > 0,
  }
}

/** True of what is not the sample's: its ids say so. */
export function isOwn({ id }: { readonly id: string }): boolean {
  return !id.startsWith('sample-')
}
