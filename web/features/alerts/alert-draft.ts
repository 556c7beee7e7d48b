import type { AlertChoice } from '@tidemark/shared/alerts/alert'
import { chartIdSchema } from '@tidemark/shared/charts/chart'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { metricIdSchema } from '@tidemark/shared/metrics/metric'
import { getMetric } from '@tidemark/shared/metrics/metric-queries'
import { useView } from '@/client/workspace/use-view'

/** An alert to make or to change. */
export interface AlertDraft {
  /** null: a new one. */
  readonly id: string | null
  readonly name: string
  readonly choice: AlertChoice
}

/** Returns the name and the measures of what an alert watches, as it is now. */
export function useWatched({ kind, id }: AlertChoice['target']): {
  readonly name: string
  readonly measures: readonly string[]
} {
  return useView(
    (view) => {
      if (kind === 'metric') return { name: getMetric(view, metricIdSchema.parse(id))?.name ?? '', measures: [] }
      const chart = getChart(view, chartIdSchema.parse(id))
      return { name: chart?.name ?? '', measures: chart?.visual.y ?? [] }
    },
    [kind, id],
  )
}
