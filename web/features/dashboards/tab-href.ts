import { choicesPart } from '@/client/page/choices-cookie'
import type { DashboardId, TabId } from '@tidemark/shared/dashboards/dashboard'

/** query: of the address now, whose values of filters and parameters stay. */
export function tabHref(dashboardId: DashboardId, tabId: TabId, query: URLSearchParams): string {
  const choices = choicesPart(query)
  return `/dashboards/${dashboardId}?${new URLSearchParams({ tab: tabId }).toString()}${choices === '' ? '' : `&${choices}`}`
}
