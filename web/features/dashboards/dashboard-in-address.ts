import { dashboardIdSchema, type DashboardId } from '@tidemark/shared/dashboards/dashboard'
import { splitAddress } from '@/client/page/page-address'

/** The dashboard of an address within Tidemark, and what the address asks of it; null for that of any other page. */
export function dashboardInAddress(
  address: string,
): { readonly dashboardId: DashboardId; readonly query: URLSearchParams } | null {
  const [path = '', search = ''] = splitAddress(address).path.split('?')
  const id = dashboardIdSchema.safeParse(/^\/dashboards\/([^/]+)$/.exec(path)?.[1])
  return id.success ? { dashboardId: id.data, query: new URLSearchParams(search) } : null
}
