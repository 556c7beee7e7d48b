import type { DashboardId, TabId } from '@tidemark/shared/dashboards/dashboard'

/** query: of the address now, whose values of filters and parameters stay. */
export function tabHref(dashboardId: DashboardId, tabId: TabId, query: URLSearchParams): string {
  const next = new URLSearchParams([['tab', tabId], ...[...query].filter(([name]) => /^[fp]\./.test(name))])
  return `/dashboards/${dashboardId}?${next.toString()}`
}
