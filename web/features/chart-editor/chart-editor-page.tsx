'use client'

import { ChartLine } from 'lucide-react'
import { isBuilderChart, isSqlChart, type Chart, type ChartId } from '@tidemark/shared/charts/chart'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import type { RunResult } from '@tidemark/shared/query/run-query'
import { useLocation } from '@/client/page/navigation'
import { sqlDraftKey } from '@/client/unsent/drafts'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useIsViewComplete, useView } from '@/client/workspace/use-view'
import { BuilderEditor } from './builder-editor'
import { pageResultKey } from '@/features/parameters/page-result-key'
import { valuesInAddress } from '@/features/parameters/parameter-address'
import { parametersOf, syntaxInView } from '@/features/parameters/query-parameters'
import DraftNotice from '@/features/page/draft-notice'
import { NothingHere } from '@/features/page/nothing-here'
import { TopBar } from '@/features/page/top-bar'
import { useWasHere } from '@/features/content/use-was-here'
import { ChartEditor } from './chart-editor'
import { ChartReader } from './chart-reader'
import { useDropLostDrafts } from './sql/use-drop-lost-drafts'

export interface ChartEditorPageProps {
  readonly chartId: ChartId
  /** The server's results, if the page brought them. A promise that is still pending is shared, not requested again. */
  readonly results: Readonly<Record<string, RunResult | Promise<RunResult>>>
}

/**
 * The page on which a chart is queried and drawn: the query above its result, the rows below, the chart's properties at
 * the side.
 */
export function ChartEditorPage({ chartId, results }: ChartEditorPageProps) {
  const chart = useView((view) => getChart(view, chartId), [chartId])
  const result = usePageResult(chart, results)
  const isComplete = useIsViewComplete()
  const mayEdit = useMayEdit(chart?.folderId)
  const wasHere = useWasHere(chart !== undefined)
  useDropLostDrafts()
  if (chart === undefined) {
    if (!isComplete) return <TopBar icon={ChartLine} title="Chart" />
    return (
      <NothingHere icon={ChartLine} noun="chart" id={chartId} wasHere={wasHere}>
        <DraftNotice of={sqlDraftKey(chartId)} noun="SQL" stored={null} onEdit={null} />
      </NothingHere>
    )
  }
  const given = result instanceof Promise ? undefined : result
  if (mayEdit && isBuilderChart(chart)) return <BuilderEditor key={chart.id} chart={chart} result={given} />
  // People who may not write SQL for the connection have no text; those who only just got the right have not received
  // it yet.
  return mayEdit && isSqlChart(chart) && chart.query.withheld !== true ? (
    <ChartEditor chart={chart} result={given} />
  ) : (
    // A new query has another answer, and readers do not run it by hand: the key remounts the reader.
    <ChartReader key={JSON.stringify(chart.query)} chart={chart} result={given} />
  )
}

/** Returns the page's result for the values in its address. */
function usePageResult(
  chart: Chart | undefined,
  results: ChartEditorPageProps['results'],
): RunResult | Promise<RunResult> | undefined {
  const { query: address } = useLocation()
  const parameters = useView(
    (view) => (chart === undefined ? [] : parametersOf(chart.query, syntaxInView(view, chart.query.connectionId))),
    [chart],
  )
  return chart && results[pageResultKey(chart.id, valuesInAddress(address, parameters))]
}
