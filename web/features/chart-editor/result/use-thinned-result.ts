import { useEffect, useState } from 'react'
import { drawnPartOf, pointsFor } from '@tidemark/shared/charts/chart-points'
import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
import { mostDrawnRows, type ResultData, type RunItem, type RunResult } from '@tidemark/shared/query/run-query'
import { runItem } from '@/client/results/run-query-client'

/**
 * Returns the points of a whole line of which `result` holds only the first rows, or a pivot's totals, which it lacks;
 * null for other charts, and until they arrive. itemJson: the result's query as JSON, so that it is equal between renders.
 */
export function useThinnedResult(
  itemJson: string,
  visual: ChartVisual,
  result: RunResult & Pick<ResultData, 'lacksTotals'>,
  widthPx: number,
): RunResult | null {
  const points = pointsFor(visual, widthPx)
  const isPart =
    result.rowCount > mostDrawnRows(drawnPartOf(visual)) || result.truncated?.reason === 'rows' || result.lacksTotals
  const wanted = isPart && points.draw !== undefined ? JSON.stringify(points) : null
  const [found, setFound] = useState<{ readonly of: RunResult; readonly wanted: string; readonly points: RunResult }>()
  useEffect(() => {
    if (wanted === null) return
    const leaving = new AbortController()
    // This page made both texts: an item, and its part about points.
    const item = { ...(JSON.parse(itemJson) as RunItem), ...(JSON.parse(wanted) as typeof points) }
    void runItem(item, leaving.signal).then((outcome) => {
      if (outcome.kind === 'result' && outcome.result.status === 'success')
        setFound({ of: result, wanted, points: outcome.result })
    })
    return () => leaving.abort()
  }, [itemJson, wanted, result])
  return wanted !== null && found?.of === result && found.wanted === wanted ? found.points : null
}
