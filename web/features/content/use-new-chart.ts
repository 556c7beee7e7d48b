'use client'

import { useCallback } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { orderBetween } from '@tidemark/shared/base/order'
import { chartIdSchema, type ChartId } from '@tidemark/shared/charts/chart'
import { listCharts } from '@tidemark/shared/charts/chart-queries'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { tileIdSchema, type DashboardId, type Place, type TabId } from '@tidemark/shared/dashboards/dashboard'
import { getNewestDataset } from '@tidemark/shared/datasets/dataset-queries'
import type { FolderId } from '@tidemark/shared/folders/folder'
import { localConnectionId, type SqlQuery } from '@tidemark/shared/query/run-query'
import { navigate } from '@/client/page/navigation'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { shellState$ } from '../preferences/shell-state'
import { quoteIdentifier } from '@tidemark/shared/query/sql-identifier'

export interface NewChartOptions {
  /** The table the first query reads; the one that was added last when absent. */
  readonly tableName?: string
  /** The first query as it is, of any connection; instead of `tableName`. */
  readonly query?: Pick<SqlQuery, 'connectionId' | 'sql'>
  /** Absent: the page it opens in begins with its name to be typed. */
  readonly name?: string
  readonly folderId?: FolderId | null
  /** Puts the chart on a dashboard in the same undo step. */
  readonly onDashboard?: { readonly dashboardId: DashboardId; readonly tabId: TabId; readonly place: Place }
}

/** Makes a chart with a first query that runs as it is, and opens it. Resolves with its id once it is saved here. */
export function useNewChart(): (options?: NewChartOptions) => Promise<ChartId> {
  const mutate = useMutate()
  const newestTable = useView((view) => getNewestDataset(view)?.tableName ?? null, [])
  const lastOrder = useView((view) => listCharts(view).at(-1)?.order ?? null, [])

  return useCallback(
    async ({ tableName = newestTable ?? undefined, query, name, folderId = null, onDashboard } = {}) => {
      const id = chartIdSchema.parse(newId())
      const actionId = newId()
      await mutate(
        'createChart',
        {
          id,
          folderId,
          name: name ?? 'Untitled chart',
          description: '',
          query: {
            kind: 'sql',
            connectionId: query?.connectionId ?? localConnectionId,
            sql: query?.sql ?? (tableName === undefined ? '' : firstSql(tableName)),
          },
          visual: defaultVisual,
          order: orderBetween(lastOrder, null),
        },
        { label: 'New chart', actionId },
      )
      if (onDashboard !== undefined) {
        const { dashboardId, tabId, place } = onDashboard
        const tileId = tileIdSchema.parse(newId())
        await mutate(
          'createTile',
          { id: tileId, dashboardId, tabId, content: { kind: 'chart', chartId: id }, place },
          { actionId },
        )
      }
      if (name === undefined) shellState$.unnamedId.set(id)
      navigate(`/charts/${id}`)
      return id
    },
    [mutate, newestTable, lastOrder],
  )
}

/** The first SQL of a new chart: all rows, of which the page shows the first; with a LIMIT its sums would be of those. */
export function firstSql(tableName: string): string {
  return `select *\nfrom ${quoteIdentifier(tableName)}\n`
}
