'use client'

import { Lock, SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { isBuilderChart, isSqlChart, type BuilderChart, type Chart, type SqlChart } from '@tidemark/shared/charts/chart'
import { findConnection } from '@tidemark/shared/connections/connection-queries'
import type { RunResult } from '@tidemark/shared/query/run-query'
import { sqlDraftKey } from '@/client/unsent/drafts'
import { useUiState } from '@/client/workspace/ui-state'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useView } from '@/client/workspace/use-view'
import { IconButton } from '@/ui/buttons/icon-button'
import { ParameterBar } from '@/features/parameters/parameter-bar'
import { useQuestionRun } from './result/use-question-run'
import DraftNotice from '@/features/page/draft-notice'
import { ChartEditorTopBar } from './chart-editor-top-bar'
import { ChartProperties } from './properties/chart-properties'
import { FiltersNotApplied } from './filters-not-applied'
import { ResultPanel } from './result/result-panel'
import { RowsBelow } from './result/rows-below'
import { TrashedNotice } from './trashed-notice'
import { useChartRun, type ChartRun } from './result/use-chart-run'
import { useEditorParameters } from './use-editor-parameters'
import { useResultView } from './result/use-result-view'
import { useResultWidth } from './result/use-result-width'

interface ReaderProps<Read extends Chart> {
  readonly chart: Read
  readonly result: RunResult | undefined
}

/** A chart and its rows, for those who may not change its query. */
export function ChartReader({ chart, result }: ReaderProps<Chart>) {
  if (isBuilderChart(chart)) return <QuestionReader chart={chart} result={result} />
  return isSqlChart(chart) ? <SqlReader chart={chart} result={result} /> : null
}

function SqlReader({ chart, result }: ReaderProps<SqlChart>) {
  const asked = useEditorParameters(chart, chart.query.sql, null)
  const run = useChartRun(chart, result, asked.valuesFor, () => undefined)
  return (
    <Reader chart={chart} run={run}>
      <DraftNotice of={sqlDraftKey(chart.id)} noun="SQL" stored={chart.query.sql} onEdit={null} />
      {chart.query.withheld === true && <WithheldNote chart={chart} />}
      {asked.parameters.length > 0 && (
        <div className="shrink-0 border-b border-line bg-surface px-4 py-2">
          <ParameterBar
            parameters={asked.parameters}
            values={asked.values}
            refused={asked.refused}
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

/** The note for editors who may not write SQL for the chart's connection but may change how it is drawn. */
function WithheldNote({ chart }: { readonly chart: SqlChart }) {
  const { connectionId } = chart.query
  const ui = useUiState()
  const mayEdit = useMayEdit(chart.folderId)
  const name = useView((view) => findConnection(view, connectionId)?.name, [connectionId])
  if (!mayEdit) return null
  return (
    <div className="flex min-h-12 shrink-0 items-center gap-2 border-b border-line bg-surface px-4 py-1.5">
      <Lock aria-hidden className="shrink-0 text-faint" />
      <p className="min-w-0 flex-1 text-small text-muted">
        {name === undefined
          ? 'Only admins can see the SQL: its connection was deleted.'
          : `The SQL is shown only to people who may write SQL on “${name}”.`}{' '}
        You can still change how the chart looks.
      </p>
      <IconButton
        icon={SlidersHorizontal}
        label="Chart properties"
        className="min-[1100px]:hidden"
        onClick={() => ui.isPropertiesOpen.set(true)}
      />
    </div>
  )
}

/** children: shown between the title and the answer. */
function Reader({
  chart,
  run,
  children,
}: {
  readonly chart: Chart
  readonly run: ChartRun
  readonly children?: ReactNode
}) {
  const mayEdit = useMayEdit(chart.folderId)
  const firstWidthPx = useResultWidth({ hasProperties: mayEdit })
  const [view, setView] = useResultView(chart.visual.type)
  const shown = run.shown?.result ?? null
  return (
    <div className="flex min-h-0 flex-col max-md:shrink-0 max-md:grow md:h-dvh print:h-auto">
      <ChartEditorTopBar chart={chart} />
      <div className="flex min-h-0 flex-1">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          {chart.deletedAt !== null && <TrashedNotice chart={chart} />}
          <FiltersNotApplied chart={chart} data={shown} />
          {children}
          <ResultPanel
            chart={chart}
            run={run}
            view={view}
            hasDatasets
            firstWidthPx={firstWidthPx}
            onViewChange={setView}
            onRun={run.refresh}
            onSuggest={null}
          />
          {view === 'chart' && <RowsBelow chart={chart} run={run} />}
        </div>
        {mayEdit && <ChartProperties chart={chart} data={shown} />}
      </div>
    </div>
  )
}
