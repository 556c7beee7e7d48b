'use client'

import { useState, type ReactNode } from 'react'
import { isBuilderChart, isSqlChart, type BuilderChart, type Chart, type SqlChart } from '@tidemark/shared/charts/chart'
import type { RunResult } from '@tidemark/shared/query/run-query'
import { ParameterBar } from '@/features/parameters/parameter-bar'
import { useQuestionRun } from '@/features/builder/use-question-run'
import { ChartEditorTopBar } from './chart-editor-top-bar'
import { ResultPanel, type ResultView } from './result-panel'
import { RowsBelow } from './rows-below'
import { TrashedNotice } from './trashed-notice'
import { useChartRun, type ChartRun } from './use-chart-run'
import { useEditorParameters } from './use-editor-parameters'
import { useResultWidth } from './use-result-width'

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
  const firstWidthPx = useResultWidth({ hasProperties: false })
  const [chosenView, setChosenView] = useState<ResultView | null>(null)
  const view = chosenView ?? (chart.visual.type === 'table' ? 'table' : 'chart')
  const shown = run.shown?.result ?? null
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
        firstWidthPx={firstWidthPx}
        onViewChange={setChosenView}
        onRun={run.refresh}
        onSuggest={null}
      />
      {view === 'chart' && <RowsBelow chart={chart} data={shown} />}
    </div>
  )
}
