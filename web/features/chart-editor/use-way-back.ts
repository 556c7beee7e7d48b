'use client'

import { useSyncExternalStore } from 'react'
import type { ChartId } from '@tidemark/shared/charts/chart'
import { dashboardIdSchema } from '@tidemark/shared/dashboards/dashboard'
import { getDashboard, listTabs, listTiles } from '@tidemark/shared/dashboards/dashboard-queries'
import { getOpenedFrom } from '@/client/page/navigation'
import { splitAddress } from '@/client/page/page-address'
import { useView } from '@/client/workspace/use-view'
import { tabHref } from '@/features/dashboards/tab-href'

/** The dashboard that the chart was opened from, if it shows the chart: its name, and the address of the tile. */
export function useWayBack(chartId: ChartId): { readonly label: string; readonly href: string } | null {
  const from = useSyncExternalStore(onPopState, getOpenedFrom, () => undefined)
  return useView(
    (view) => {
      const [path = '', search = ''] = splitAddress(from ?? '').path.split('?')
      const id = dashboardIdSchema.safeParse(/^\/dashboards\/([^/]+)$/.exec(path)?.[1])
      const dashboard = id.success ? getDashboard(view, id.data) : undefined
      if (dashboard === undefined || dashboard.deletedAt !== null) return null
      const tiles = listTiles(view, dashboard.id).filter(
        ({ content }) => content.kind === 'chart' && content.chartId === chartId,
      )
      const query = new URLSearchParams(search)
      // An address without a tab is that of the first.
      const tabIds = [query.get('tab'), ...listTabs(view, dashboard.id).map((tab) => tab.id)]
      const tile = tabIds.flatMap((tabId) => tiles.filter((other) => other.tabId === tabId))[0]
      if (tile === undefined) return null
      return { label: dashboard.name, href: `${tabHref(dashboard.id, tile.tabId, query)}#tile-${tile.id}` }
    },
    [from, chartId],
  )
}

function onPopState(listener: () => void): () => void {
  addEventListener('popstate', listener)
  return () => removeEventListener('popstate', listener)
}
