'use client'

import { useEffect, useState } from 'react'
import type { Tile } from '@tidemark/shared/dashboards/dashboard'
import type { Field } from '@tidemark/shared/query/field'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { runItem } from '@/client/results/run-query-client'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { chartsOfTiles, filterColumns, itemOfChart, type FilterColumn } from './filter-sources'

/** The columns that the charts of tiles can be filtered by; null until the charts were asked. */
export function useFilterColumns(tiles: readonly Tile[]): readonly FilterColumn[] | null {
  const actor = useActor()
  const charts = useView((view) => chartsOfTiles(view, tiles), [tiles])
  const items = useView(
    (view) => JSON.stringify(charts.map((chart) => [chart.id, itemOfChart(view, actor, chart)])),
    [charts, actor],
  )
  const [fieldsByChart, setFields] = useState<ReadonlyMap<string, readonly Field[]> | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    // Made just above.
    const asked = JSON.parse(items) as readonly (readonly [chartId: string, item: RunItem])[]
    const ask = async () => {
      const found = await Promise.all(
        asked.map(async ([chartId, item]) => {
          const outcome = await runItem({ ...item, maxRows: 1 }, controller.signal)
          return [chartId, outcome.kind === 'result' ? outcome.result.fields : []] as const
        }),
      )
      if (!controller.signal.aborted) setFields(new Map(found))
    }
    void ask()
    return () => controller.abort()
  }, [items])
  return useView(
    (view) => (fieldsByChart === null ? null : filterColumns(view, charts, fieldsByChart)),
    [charts, fieldsByChart],
  )
}
