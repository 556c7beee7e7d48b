'use client'

import { getDatasetOfQuestion } from '@tidemark/shared/datasets/dataset-queries'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { runItem } from '@/client/results/run-query-client'
import { useAsked } from '@/client/results/use-asked'
import { useView } from '@/client/workspace/use-view'
import { rangeItem, readRangeBars, type RangeBars } from './range-bars'

/** Returns how a column's numbers are spread in the first chart that tells; undefined while it is asked, null if none does. */
export function useRangeBars(sources: readonly RunItem[], column: string): RangeBars | null | undefined {
  const items = useView(
    (view) => {
      const asked = sources.map((item) => {
        const dataset = item.query === undefined ? undefined : getDatasetOfQuestion(view, item.query)
        const known = dataset?.columns.find(({ name }) => name === column)
        const { name, type, databaseType } = known ?? { name: '', type: 'number', databaseType: '' }
        return rangeItem(item, column, known === undefined ? null : { name, type, databaseType })
      })
      return JSON.stringify(asked)
    },
    [sources, column],
  )
  const key = JSON.stringify([items, column])
  const ask = async (signal: AbortSignal): Promise<RangeBars | null> => {
    let bars: RangeBars | null = null
    for (const item of JSON.parse(items) as readonly RunItem[]) {
      const outcome = await runItem(item, signal)
      if (outcome.kind === 'result' && outcome.result.status === 'success')
        bars = readRangeBars(item, column, outcome.result)
      if (bars !== null || signal.aborted) break
    }
    return bars
  }
  return useAsked(key, ask).answer
}
