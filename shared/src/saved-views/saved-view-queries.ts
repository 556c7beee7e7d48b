import { byOrder } from '../base/order'
import type { DashboardId } from '../dashboards/dashboard'
import { listFromView, type EntryView } from '../entries/entry-tx'
import { savedViewPrefix, savedViewSchema, type SavedView } from './saved-view'

/** The views of a dashboard in their order. */
export function listSavedViews(view: EntryView, dashboardId: DashboardId): SavedView[] {
  return listFromView(view, savedViewSchema, savedViewPrefix(dashboardId)).sort(byOrder)
}
