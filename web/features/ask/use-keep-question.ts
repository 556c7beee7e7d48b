'use client'

import { useMemo } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { orderBetween } from '@tidemark/shared/base/order'
import { chartIdSchema, type Chart } from '@tidemark/shared/charts/chart'
import { listCharts } from '@tidemark/shared/charts/chart-queries'
import { contentOfChart } from '@tidemark/shared/charts/copy-chart'
import { tileIdSchema } from '@tidemark/shared/dashboards/dashboard'
import { getDashboard, listTiles } from '@tidemark/shared/dashboards/dashboard-queries'
import { firstFreePlace } from '@tidemark/shared/dashboards/tile-layout'
import { newTileSize } from '@tidemark/shared/dashboards/tile-size'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { FolderId } from '@tidemark/shared/folders/folder'
import type { SyncClient } from '@/client/sync/sync-client'
import type { MutateOptions } from '@/client/sync/undoable-changes'
import { useSyncClient } from '@/client/workspace/workspace-client'
import { tabHref } from '@/features/dashboards/tab-href'
import { completeView } from '../content/complete-view'
import type { QuestionTarget } from '../content/question-draft'
import { useQuestionDraft } from '../content/use-question-draft'

/** Returns the ways to add the question to the workspace. Each is one undo step there and rejects if refused. */
export function useKeepQuestion() {
  const client = useSyncClient()
  const draft = useQuestionDraft()
  return useMemo(() => {
    /** Creates a chart of the question, which stays unchanged. name: by default the question's. */
    const create = async (folderId: FolderId | null, step: MutateOptions, name?: string): Promise<Chart> => {
      const question = draft.getChart()
      if (question === null) throw new TidemarkError('not-found')
      return await createChartOf(client, question, { folderId, step, name })
    }
    return {
      create,

      /** Puts a chart of the question into the first free place of a tab. Returns the address of the tile. */
      addTo: async ({ dashboardId, tabId }: QuestionTarget): Promise<string> => {
        const view = await completeView(client)
        const dashboard = getDashboard(view, dashboardId)
        if (dashboard === undefined) throw new TidemarkError('not-found')
        const step = { label: 'Add chart', actionId: newId() }
        const { id: chartId, visual } = await create(dashboard.folderId, step)
        const tiles = listTiles(view, dashboardId).filter((tile) => tile.tabId === tabId)
        const id = tileIdSchema.parse(newId())
        const place = firstFreePlace(tiles, newTileSize(visual.type))
        const content = { kind: 'chart', chartId } as const
        await client.mutate('createTile', { id, dashboardId, tabId, content, place }, step)
        return `${tabHref(dashboardId, tabId, new URLSearchParams())}#tile-${id}`
      },
    }
  }, [client, draft])
}

/** Creates a chart of a question that is nowhere yet. name: by default the question's. */
export async function createChartOf(
  client: SyncClient,
  question: Chart,
  {
    folderId,
    step,
    name,
  }: { readonly folderId: FolderId | null; readonly step: MutateOptions; readonly name?: string | undefined },
): Promise<Chart> {
  const lastOrder = listCharts(await completeView(client)).at(-1)?.order ?? null
  const chart = { ...question, id: chartIdSchema.parse(newId()), folderId, name: name ?? question.name }
  const args = { id: chart.id, folderId, name: chart.name, ...contentOfChart(chart) }
  await client.mutate('createChart', { ...args, order: orderBetween(lastOrder, null) }, step)
  return chart
}
