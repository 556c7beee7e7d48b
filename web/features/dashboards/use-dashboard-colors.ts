import { useCallback, useMemo, useState } from 'react'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
import {
  colorOfDashboard,
  dashboardColors,
  type CategoryColors,
  type ColorOf,
} from '@tidemark/shared/charts/plot/assign-colors'
import type { Tile } from '@tidemark/shared/dashboards/dashboard'
import type { ResultData, RunResult } from '@tidemark/shared/query/run-query'
import { useView } from '@/client/use-view'

export interface DashboardColors {
  readonly colorOf: ColorOf
  /** Gives the categories of a result their colours; those that have one keep it. */
  readonly onData: (visual: ChartVisual, data: ResultData) => void
}

/**
 * One colour per category across the tiles of a tab. The page's own results are coloured in the order of the tiles, on the
 * server and in the first render alike; later ones join as they arrive.
 */
export function useDashboardColors(
  tiles: readonly Tile[],
  resultOf: (tile: Tile) => RunResult | Promise<RunResult> | undefined,
): DashboardColors {
  const charts = useView(
    (view) => tiles.map(({ content }) => (content.kind === 'chart' ? getChart(view, content.chartId) : undefined)),
    [tiles],
  )
  const [colors, setColors] = useState<CategoryColors>(() =>
    dashboardColors(
      tiles.flatMap((tile, index) => {
        const chart = charts[index]
        const result = resultOf(tile)
        return chart === undefined || result === undefined || result instanceof Promise
          ? []
          : [{ visual: chart.visual, data: result }]
      }),
    ),
  )
  const onData = useCallback((visual: ChartVisual, data: ResultData) => {
    setColors((known) => {
      const next = dashboardColors([{ visual, data }], known)
      return countColors(next) === countColors(known) ? known : next
    })
  }, [])
  const colorOf = useMemo(() => colorOfDashboard(colors), [colors])
  return { colorOf, onData }
}

/** Colours are only ever added. */
function countColors(colors: CategoryColors): number {
  let count = 0
  for (const hues of colors.values()) count += hues.size
  return count
}
