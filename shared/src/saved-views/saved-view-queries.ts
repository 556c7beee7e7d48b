import { byOrder } from '../base/order'
import type { DashboardId } from '../dashboards/dashboard'
import { listFromView, type EntryView } from '../entries/entry-tx'
import { personalViewPrefix, personalViewSchema, type ChoosableView } from './personal-view'
import { savedViewPrefix, savedViewSchema, type SavedView } from './saved-view'

/** The views of a dashboard for everyone, in their order. */
export function listSavedViews(view: EntryView, dashboardId: DashboardId): SavedView[] {
  return listFromView(view, savedViewSchema, savedViewPrefix(dashboardId)).sort(byOrder)
}

/** The views that a person can choose on a dashboard: their own first, so that their default is the first default. */
export function listViewsOf(view: EntryView, dashboardId: DashboardId, userId: string): ChoosableView[] {
  const own = listFromView(view, personalViewSchema, personalViewPrefix(userId, dashboardId)).sort(byOrder)
  return [...own, ...listSavedViews(view, dashboardId)]
}
