'use client'

import { useEffect, useState } from 'react'
import { getDatasetOfQuestion } from '@tidemark/shared/datasets/dataset-queries'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { runItem } from '@/client/results/run-query-client'
import { useView } from '@/client/workspace/use-view'
import { rangeItem, readRangeBars, type RangeBars } from './range-bars'

interface Found {
  readonly key: string
  readonly bars: RangeBars | null
}

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
  const [found, setFound] = useState<Found | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    const [asked, of] = JSON.parse(key) as [string, string] // made above
    const ask = async () => {
      let bars: RangeBars | null = null
      for (const item of JSON.parse(asked) as readonly RunItem[]) {
        const outcome = await runItem(item, controller.signal)
        if (outcome.kind === 'result' && outcome.result.status === 'success')
          bars = readRangeBars(item, of, outcome.result)
        if (bars !== null || controller.signal.aborted) break
      }
      if (!controller.signal.aborted) setFound({ key, bars })
    }
    void ask()
    return () => controller.abort()
  }, [key])
  return found?.key === key ? found.bars : undefined
}
