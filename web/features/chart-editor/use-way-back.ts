'use client'

import type { ChartId } from '@tidemark/shared/charts/chart'
import { getDashboard, listTiles } from '@tidemark/shared/dashboards/dashboard-queries'
import { useUi } from '@/client/ui-state'
import { useView } from '@/client/use-view'
import { tabHref } from '@/features/dashboards/tab-href'

/** The dashboard that was looked at last, if it shows the chart: its name, and the address of the tile. */
export function useWayBack(chartId: ChartId): { readonly label: string; readonly href: string } | null {
  const seen = useUi((ui) => ui.seenDashboard.get())
  return useView(
    (view) => {
      if (seen === null) return null
      const dashboard = getDashboard(view, seen.id)
      const tiles = listTiles(view, seen.id).filter(
        ({ content }) => content.kind === 'chart' && content.chartId === chartId,
      )
      const tile = tiles.find(({ tabId }) => tabId === seen.tabId) ?? tiles[0]
      if (dashboard === undefined || dashboard.deletedAt !== null || tile === undefined) return null
      const href = tabHref(seen.id, tile.tabId, new URLSearchParams(seen.search))
      return { label: dashboard.name, href: `${href}#tile-${tile.id}` }
    },
    [seen, chartId],
  )
}
