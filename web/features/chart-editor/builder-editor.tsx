'use client'

import { Blocks, SlidersHorizontal } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { isAllowed } from '@tidemark/shared/access/rules'
import { newId } from '@tidemark/shared/base/ids'
import { jsonEqual } from '@tidemark/shared/base/json'
import { emptyQuestion, type Question } from '@tidemark/shared/builder/question'
import { partsIn } from '@tidemark/shared/builder/merge-question'
import { groupNames } from '@tidemark/shared/builder/part-labels'
import { lastStage } from '@tidemark/shared/builder/stages/question-stages'
import { isSameTable } from '@tidemark/shared/builder/same-table'
import type { BuilderChart, SqlChart } from '@tidemark/shared/charts/chart'
import { defaultVisual, type ChartVisual } from '@tidemark/shared/charts/chart-visual'
import { followQuestion } from '@tidemark/shared/charts/follow-question'
import { suggestVisual } from '@tidemark/shared/charts/suggest-visual'
import { shownColumnsOf } from '@tidemark/shared/tables/shown-columns'
import { getRunTarget } from '@tidemark/shared/connections/connection-queries'
import type { ResultData, RunResult } from '@tidemark/shared/query/run-query'
import { useChangeTarget, useIsInWorkspace } from '@/client/workspace/change-target'
import { useUiState } from '@/client/workspace/ui-state'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { useActor, useSyncClient } from '@/client/workspace/workspace-client'
import { AskWith } from './ask-with'
import { ChartEditorTopBar } from './chart-editor-top-bar'
import { ChartProperties } from './properties/chart-properties'
import { columnsForAnswer, drawingFor, type StandIn } from './properties/suggestion-due'
import { ConnectionPicker } from './connection-picker'
import { FiltersNotApplied } from './filters-not-applied'
import { ResultPanel } from './result/result-panel'
import { TrashedNotice } from './trashed-notice'
import { useResultView } from './result/use-result-view'
import { useResultWidth } from './result/use-result-width'
import { useSqlCatalogue } from './sql/use-sql-catalogue'
import { reportProblem } from '@/features/messages/report-problem'
import { ModelBreaks } from '@/features/models/model-breaks'
import { fieldsOfQuestion } from '@/features/models/model-fields'
import { useModelGuard } from '@/features/models/use-model-edit'
import { ModelNotice } from '@/features/models/model-notice'
import { classNames } from '@/ui/class-names'
import { EmptyState } from '@/ui/empty-state'
import { IconButton } from '@/ui/buttons/icon-button'
import { toast } from '@/ui/popups/toaster'
import { QuestionTables } from '../builder/question-tables'
import { SqlPane } from '../builder/sql-pane'
import type { ChangeQuestion } from '../builder/step-props'
import { UnreadTables } from '../builder/unread-tables'
import { useBuilderTables } from '../data/use-builder-tables'
import { useQuestionRun } from './result/use-question-run'
import { useQuestionSql } from '../builder/use-question-sql'

export interface BuilderEditorProps {
  readonly chart: BuilderChart
  readonly result: RunResult | undefined
  /** Replaces the default top bar of a workspace's charts. */
  readonly topBar?: ReactNode
  /** Called if the person chose to continue in SQL. */
  readonly onSql?: () => void
}

/** The editor of a chart whose query is a question: its steps, its SQL and its answer. */
export function BuilderEditor({ chart, result, topBar, onSql }: BuilderEditorProps) {
  const mutate = useMutate()
  const ui = useUiState()
  const { undoAction } = useChangeTarget()
  const firstWidthPx = useResultWidth({ hasProperties: true })
  const [tab, setTab] = useState<'builder' | 'sql'>('builder')
  const { connectionId, question } = chart.query
  const answer = lastStage(question)
  const { views } = useSyncClient()
  const tables = useBuilderTables(connectionId, chart.id)
  const actor = useActor()
  const target = useView((view) => getRunTarget(view, connectionId), [connectionId])
  const mayWriteSql = isAllowed(actor, { do: 'run', target, level: 'sql' })

  const lastAction = useRef<string>(undefined)
  // Until somebody changes the drawing, it follows the question, in one undo step with it.
  const suggested = useRef<ChartVisual>(defaultVisual)
  const standIn = useRef<StandIn>(null)
  const ofModel = useModelGuard(chart, tables.tables)
  const guard = (next: Question | null, onChange: () => void) =>
    ofModel.guard(next && { ...chart, query: { ...chart.query, question: next } }, onChange)
  const change: ChangeQuestion = (label, parts) => guard({ ...question, ...parts }, () => apply(label, parts))
  const apply: ChangeQuestion = (label, parts) => {
    lastAction.current = newId()
    const step = { label, actionId: lastAction.current }
    const args = { id: chart.id, question: parts, basedOn: partsIn(question, parts) }
    mutate('updateQuestion', args, step).catch(reportProblem)
    const follow = (visual: ChartVisual) => followQuestion(visual, question, { ...question, ...parts })
    suggested.current = follow(suggested.current)
    if (standIn.current !== null)
      standIn.current = { chosen: follow(standIn.current.chosen), drawn: follow(standIn.current.drawn) }
  }
  const suggest = (data: ResultData, actionId = newId()) => {
    // What columns are, such as bins, the entries say.
    const shown = shownColumnsOf(views.getState().view, chart.query, data.origins)
    suggested.current = suggestVisual(shown === undefined ? data : { ...data, shown }, groupNames(answer))
    if (jsonEqual(suggested.current, chart.visual)) return
    mutate('updateChart', { id: chart.id, visual: suggested.current }, { label: 'Suggest a chart', actionId }).catch(
      reportProblem,
    )
  }
  const isTypeAhead = useRef(false)
  const isGrouped = answer.groups.length + answer.measures.length > 0
  const run = useQuestionRun(chart, result, (data) => {
    const visual = isTypeAhead.current ? columnsForAnswer(chart.visual, data, groupNames(answer)) : null
    isTypeAhead.current = false
    if (visual !== null)
      return void mutate('updateChart', { id: chart.id, visual }, { label: 'Choose columns' }).catch(reportProblem)
    const actionId = lastAction.current
    if (actionId === undefined || data.rowCount === 0) return
    const isUntouched = jsonEqual(chart.visual, defaultVisual) || jsonEqual(chart.visual, suggested.current)
    if (isUntouched && isGrouped) return suggest(data, actionId)
    standIn.current = drawingFor(chart.visual, standIn.current, data, groupNames(answer))
    const { drawn } = standIn.current
    if (jsonEqual(drawn, chart.visual)) return
    const { x, y, color, detail, panel, size, pivotRows, pivotColumns, target } = drawn
    const columns = { x, y, color, detail, panel, size, pivotRows, pivotColumns, target }
    mutate('updateChart', { id: chart.id, visual: columns }, { label: 'Choose columns', actionId }).catch(reportProblem)
  })

  const sql = useQuestionSql(chart)
  const catalogue = useSqlCatalogue(connectionId)
  const isInWorkspace = useIsInWorkspace()
  const showTab = (next: 'builder' | 'sql') => {
    // An empty question on the page Ask is begun in SQL instead.
    if (next === 'sql' && !isInWorkspace && mayWriteSql && isOfRows(question)) return guard(null, beginSql)
    setTab(next)
  }
  const beginSql = () => {
    const { source } = question
    const ofTable = catalogue.tables.find(
      ({ first }) => source !== null && first !== undefined && isSameTable(first.source, source),
    )?.first
    const query = { kind: 'sql', connectionId, sql: ofTable?.sql ?? '' } as const
    ui.preferences.askWith.set('sql')
    onSql?.()
    mutate('updateChart', { id: chart.id, query }, { label: 'Ask with SQL' }).catch(reportProblem)
  }
  const convert = () => {
    if (sql === null) return
    const query = { kind: 'sql', connectionId, sql: `${sql}\n` } as const
    // Who asks the model goes on with the columns that the question has, until its SQL is run.
    const modelFields =
      chart.isModel === true ? [...fieldsOfQuestion(views.getState().view, chart, tables.tables)] : undefined
    const next = modelFields === undefined ? null : { ...chart, query, modelFields }
    ofModel.guard(next, () => storeSql({ query, ...(modelFields && { modelFields }) }))
  }
  const storeSql = (changes: Pick<SqlChart, 'query' | 'modelFields'>) => {
    ui.preferences.askWith.set('sql')
    onSql?.()
    const actionId = newId()
    mutate('updateChart', { id: chart.id, ...changes }, { label: `Convert ${chart.name} to SQL`, actionId }).then(
      () =>
        toast('The question is SQL now', {
          description: 'Undo brings the builder back; SQL cannot be turned into steps.',
          action: { label: 'Undo', onClick: () => void undoAction(actionId).catch(reportProblem) },
        }),
      reportProblem,
    )
  }

  const [view, setView] = useResultView(chart.visual.type)
  const shown = run.shown?.result ?? null
  return (
    <div className="flex min-h-0 flex-col max-md:shrink-0 max-md:grow md:h-dvh print:h-auto">
      {topBar ?? <ChartEditorTopBar chart={chart} />}
      <div className="flex min-h-0 flex-1">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          {chart.deletedAt !== null && <TrashedNotice chart={chart} />}
          {topBar === undefined && <FiltersNotApplied chart={chart} data={shown} />}
          <div className="flex h-12 shrink-0 items-center gap-2 border-b border-line bg-surface px-4 max-md:gap-1 max-md:px-3 touch:h-14 print:hidden">
            <AskWith value={tab} onChange={showTab} />
            <span className="flex-1" />
            <ConnectionPicker chart={chart} guard={(onChange) => guard(emptyQuestion, onChange)} />
            <IconButton
              icon={SlidersHorizontal}
              label="Chart properties"
              className="min-[1100px]:hidden"
              onClick={() => ui.isPropertiesOpen.set(true)}
            />
          </div>
          {chart.isModel === true && <ModelNotice chart={chart} />}
          <UnreadTables failure={tables.failure} />
          <div className="flex max-h-[55%] min-h-0 shrink-0 border-b border-line bg-surface max-md:max-h-none max-md:flex-col print:hidden">
            <div className={classNames('min-w-0 flex-1 overflow-y-auto', tab === 'sql' && 'hidden')}>
              <QuestionTables {...tables} connectionId={connectionId} question={question} onChange={change} />
            </div>
            {tab === 'sql' ? (
              <div className="flex min-h-48 flex-1">
                <SqlPane sql={sql} onConvert={mayWriteSql ? convert : null} />
              </div>
            ) : question.source === null ? null : (
              // As high as the steps, however long the SQL is.
              <div className="relative w-[360px] shrink-0 border-l border-line max-xl:hidden">
                <div className="absolute inset-0 flex">
                  <SqlPane sql={sql} onConvert={mayWriteSql ? convert : null} />
                </div>
              </div>
            )}
          </div>
          {question.source === null ? (
            <EmptyState
              icon={Blocks}
              title="Ask without SQL"
              text="Choose a table above. Its rows appear here; filter, group and measure them step by step."
              className="flex-1"
            />
          ) : (
            <ResultPanel
              chart={chart}
              run={run}
              view={view}
              hasDatasets
              firstWidthPx={firstWidthPx}
              onViewChange={setView}
              onRun={run.refresh}
              onSuggest={() => shown !== null && suggest(shown)}
            />
          )}
        </div>
        <ModelBreaks change={ofModel.breaking} onClose={ofModel.close} />
        <ChartProperties
          chart={chart}
          data={shown}
          onTypeAhead={run.isRunning || shown === null ? () => (isTypeAhead.current = true) : undefined}
        />
      </div>
    </div>
  )
}

/** Returns true if the question asks only for the rows of a table, or for nothing yet. */
function isOfRows(question: Question): boolean {
  return jsonEqual({ ...question, source: null }, emptyQuestion)
}
