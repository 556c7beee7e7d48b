'use client'

import { useState, type ReactNode } from 'react'
import { isBuilderChart, isSqlChart, type BuilderChart, type Chart, type SqlChart } from '@tidemark/shared/charts/chart'
import type { RunResult } from '@tidemark/shared/query/run-query'
import { usePageEnvironment } from '@/client/page-environment'
import { useUi, useUiState } from '@/client/ui-state'
import { ParameterBar } from '@/features/parameters/parameter-bar'
import { ResultGrid } from '@/features/result-grid/result-grid'
import { useQuestionRun } from '@/features/builder/use-question-run'
import { useSidebarOpen } from '@/features/shell/shell-preferences-context'
import { ChartEditorTopBar } from './chart-editor-top-bar'
import { ResultPanel, type ResultView } from './result-panel'
import { Splitter } from './splitter'
import { TrashedNotice } from './trashed-notice'
import { useChartRun, type ChartRun } from './use-chart-run'
import { useEditorParameters } from './use-editor-parameters'

const sidebarWidthPx = { open: 236, collapsed: 52 } as const
const sidebarFromPx = 768

interface ReaderProps<Read extends Chart> {
  readonly chart: Read
  readonly result: RunResult | undefined
}

/** A chart and its rows, for those who may look and not change. */
export function ChartReader({ chart, result }: ReaderProps<Chart>) {
  if (isBuilderChart(chart)) return <QuestionReader chart={chart} result={result} />
  return isSqlChart(chart) ? <SqlReader chart={chart} result={result} /> : null
}

function SqlReader({ chart, result }: ReaderProps<SqlChart>) {
  const asked = useEditorParameters(chart, chart.query.sql)
  const run = useChartRun(chart, result, asked.valuesFor, () => undefined)
  return (
    <Reader chart={chart} run={run}>
      {asked.parameters.length > 0 && (
        <div className="shrink-0 border-b border-line bg-surface px-4 py-2">
          <ParameterBar
            parameters={asked.parameters}
            values={asked.values}
            choicesOf={({ name }) => ({ chartId: chart.id, choicesOf: name })}
            onChange={asked.set}
          />
        </div>
      )}
    </Reader>
  )
}

function QuestionReader({ chart, result }: ReaderProps<BuilderChart>) {
  return <Reader chart={chart} run={useQuestionRun(chart, result)} />
}

/** children: between the title and the answer. */
function Reader({
  chart,
  run,
  children,
}: {
  readonly chart: Chart
  readonly run: ChartRun
  readonly children?: ReactNode
}) {
  const ui = useUiState()
  const { viewportWidth } = usePageEnvironment()
  const [isSidebarOpen] = useSidebarOpen()
  const [chosenView, setChosenView] = useState<ResultView | null>(null)
  const gridHeightPx = useUi((state) => state.preferences.gridHeightPx.get())
  const view = chosenView ?? (chart.visual.type === 'table' ? 'table' : 'chart')
  const shown = run.shown?.result ?? null
  const sidebarPx = viewportWidth < sidebarFromPx ? 0 : sidebarWidthPx[isSidebarOpen ? 'open' : 'collapsed']
  return (
    <div className="flex min-h-0 flex-col md:h-dvh">
      <ChartEditorTopBar chart={chart} />
      {chart.deletedAt !== null && <TrashedNotice chart={chart} />}
      {children}
      <ResultPanel
        chart={chart}
        run={run}
        view={view}
        hasDatasets
        firstWidthPx={Math.max(240, viewportWidth - sidebarPx - 32)}
        onViewChange={setChosenView}
        onRun={run.refresh}
        onSuggest={null}
      />
      {view === 'chart' && (
        <>
          <Splitter
            label="Height of the rows"
            sizePx={gridHeightPx}
            minPx={80}
            maxPx={640}
            part="below"
            onChange={(px) => ui.preferences.gridHeightPx.set(px)}
          />
          <section
            aria-label="Rows"
            className="min-h-20 shrink bg-surface max-md:h-[320px]! max-md:border-t max-md:border-line"
            style={{ height: gridHeightPx }}
          >
            {shown !== null && <ResultGrid data={shown} label={`Rows of ${chart.name}`} />}
          </section>
        </>
      )}
    </div>
  )
}
