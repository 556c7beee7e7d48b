'use client'

import { Play, SlidersHorizontal, WandSparkles } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { emptyQuestion, type Question } from '@tidemark/shared/builder/question'
import type { SqlChart } from '@tidemark/shared/charts/chart'
import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
import type { BuilderTable } from '@tidemark/shared/builder/suggest-join'
import { suggestVisual } from '@tidemark/shared/charts/suggest-visual'
import type { ParameterValue } from '@tidemark/shared/query/parameter'
import type { ResultData, RunResult, SqlQuery } from '@tidemark/shared/query/run-query'
import { useChangeTarget } from '@/client/workspace/change-target'
import { useUi, useUiState } from '@/client/workspace/ui-state'
import { useView } from '@/client/workspace/use-view'
import { useMutate } from '@/client/workspace/use-mutate'
import { ParameterBar } from '@/features/parameters/parameter-bar'
import { ParameterSettings } from '@/features/parameters/parameter-settings'
import { reportProblem } from '@/features/messages/report-problem'
import { Button } from '@/ui/buttons/button'
import { toast } from '@/ui/popups/toaster'
import { IconButton } from '@/ui/buttons/icon-button'
import { AskWith } from './ask-with'
import { ConnectionPicker } from './connection-picker'
import { ChangedElsewhere } from './sql/changed-elsewhere'
import { ChartEditorTopBar } from './chart-editor-top-bar'
import { ChartProperties } from './properties/chart-properties'
import { errorParts, rangeAtPosition, shiftPosition } from './sql/error-sentence'
import { dialectInView } from '../builder/dialect-in-view'
import { withQuoteHint } from './sql/quote-hint'
import { FiltersNotApplied } from './filters-not-applied'
import { ResultPanel } from './result/result-panel'
import { QuestionStart } from './question-start'
import { RowsBelow } from './result/rows-below'
import { RunHistoryButton } from './sql/run-history-button'
import { Splitter } from './result/splitter'
import type { SqlCatalogue } from './sql/sql-completions'
import { SqlEditor, type SqlEditorHandle } from './sql/sql-editor'
import { columnsForAnswer, isSuggestionDue } from './properties/suggestion-due'
import { TrashedNotice } from './trashed-notice'
import { useChartRun, type ChartRun } from './result/use-chart-run'
import { useEditorParameters } from './use-editor-parameters'
import { useRunHistory } from './sql/use-run-history'
import { useResultView } from './result/use-result-view'
import { useResultWidth } from './result/use-result-width'
import { useSqlCatalogue } from './sql/use-sql-catalogue'
import { useSqlDraft } from './sql/use-sql-draft'
import { ModelBreaks } from '../models/model-breaks'
import { ModelNotice } from '../models/model-notice'
import { useModelGuard, useModelSql } from '../models/use-model-edit'

export interface ChartEditorProps {
  readonly chart: SqlChart
  readonly result: RunResult | undefined
  /** Replaces the default top bar of a workspace's charts. */
  readonly topBar?: ReactNode
  /** True if the person continues by writing. */
  readonly startsFocused?: boolean
}

/** The editor of one existing chart. */
export function ChartEditor({ chart, result, topBar, startsFocused = false }: ChartEditorProps) {
  const mutate = useMutate()
  const { undoAction } = useChangeTarget()
  const ui = useUiState()
  const firstWidthPx = useResultWidth({ hasProperties: true })
  const editor = useRef<SqlEditorHandle>(null)
  const editorHeightPx = useUi((state) => state.preferences.editorHeightPx.get())
  const catalogue = useSqlCatalogue(chart.query.connectionId)

  useEffect(() => {
    if (startsFocused) editor.current?.focus()
  }, [startsFocused])
  const fill = (data: ResultData) => {
    const visual = columnsForAnswer(chart.visual, data)
    if (visual !== null)
      mutate('updateChart', { id: chart.id, visual }, { label: 'Choose columns' }).catch(reportProblem)
  }
  /** The last automatic suggestion, which may be replaced until somebody changes it. */
  const suggested = useRef<ChartVisual>(null)
  const suggest = (data: ResultData) => {
    const visual = suggestVisual(data)
    mutate('updateChart', { id: chart.id, visual }, { label: 'Suggest a chart' }).catch(reportProblem)
    return visual
  }
  const isTypeAhead = useRef(false)
  const latestRun = useRef<ChartRun['run']>(null)
  const sql = useSqlDraft(
    chart,
    () => editor.current?.getCursor() ?? null,
    (text) => latestRun.current?.(text),
  )
  const asked = useEditorParameters(chart, sql.draft.text, catalogue)
  const ofModel = useModelGuard(chart, noTables)
  const model = useModelSql(ofModel, sql.storeModel)
  const answer = (data: ResultData, query: SqlQuery) => {
    if (chart.isModel === true) model.onAnswer({ ...chart, query }, data.fields)
    if (isSuggestionDue(chart.visual, suggested.current, data)) suggested.current = suggest(data)
    else if (isTypeAhead.current) fill(data)
    isTypeAhead.current = false
  }
  const run = useChartRun(asked.chart, result, asked.valuesFor, answer, sql.draft.text)
  useEffect(() => {
    latestRun.current = run.run
  })
  useRunHistory(chart, run)
  const replaceSql = (text: string) => {
    sql.type(text)
    editor.current?.focus()
  }
  const dialect = useView((view) => dialectInView(view, chart.query.connectionId), [chart.query.connectionId])
  const format = () => {
    // Loaded on first use, because it is larger than the rest of the editor.
    import('./sql/format-sql').then(
      ({ formatSql }) => {
        const formatted = formatSql(sql.getText(), dialect)
        if (formatted.ok) replaceSql(formatted.value)
        else toast('The SQL was left as it is', { description: 'It cannot be parsed yet.' })
      },
      (thrown: unknown) => reportProblem(thrown),
    )
  }
  const runSql = () => {
    sql.store()
    asked.keepSuggested()
    run.run(sql.getText(), editor.current?.getSelection() ?? null)
  }
  const startQuestion = (question: Question) => {
    const query = { kind: 'builder', connectionId: chart.query.connectionId, question } as const
    const actionId = newId()
    const hadSql = sql.getText().trim() !== ''
    ui.preferences.askWith.set('builder')
    // Stores first; otherwise the text in the editor would later overwrite the question.
    sql.store()
    mutate('updateChart', { id: chart.id, query }, { label: `Ask ${chart.name} with the builder`, actionId }).then(
      () =>
        hadSql &&
        tableOfText === undefined &&
        toast('A new question replaced the SQL', {
          description: 'Undo brings it back; the history keeps it too.',
          action: { label: 'Undo', onClick: () => void undoAction(actionId).catch(reportProblem) },
        }),
      reportProblem,
    )
  }
  // The initial query of a new chart shows which table is meant.
  const tableOfText = catalogue.tables.find(({ first }) => first?.sql.trim() === sql.draft.text.trim())
  const [isStarting, setStarting] = useState(false)
  const askWithBuilder = () => {
    // What others ask is replaced only once a table was chosen.
    if (chart.isModel !== true && (sql.draft.text.trim() === '' || tableOfText !== undefined))
      return startQuestion({ ...emptyQuestion, source: tableOfText?.first?.source ?? null })
    // The written SQL stays until a question replaces it.
    sql.store()
    setStarting(true)
  }
  const setParameter = (name: string, value: ParameterValue | undefined) => {
    asked.set(name, value)
    sql.store()
    asked.keepSuggested()
    run.run(sql.getText(), null, { [name]: value })
  }

  const { getText } = sql
  const { state, offset } = run
  const shownState = useMemo(
    () => toldState({ state, offset }, getText(), catalogue),
    [state, offset, catalogue, getText],
  )
  const failure = shownState.kind === 'failed' ? shownState.error : null
  const marker = useMemo(() => {
    if (failure?.position === undefined) return null
    return {
      ...rangeAtPosition(getText(), shiftPosition(failure.position, run.offset)),
      message: errorParts(failure).join(' '),
    }
    // The offset belongs to the run that failed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [failure, getText])

  const [view, setView] = useResultView(chart.visual.type)
  const shown = run.shown?.result ?? null
  if (isStarting)
    return <QuestionStart chart={chart} topBar={topBar} onStart={startQuestion} onSql={() => setStarting(false)} />
  return (
    <div className="flex min-h-0 flex-col max-md:shrink-0 max-md:grow md:h-dvh print:h-auto">
      {topBar ?? <ChartEditorTopBar chart={chart} />}
      <div className="flex min-h-0 flex-1">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          {chart.deletedAt !== null && <TrashedNotice chart={chart} />}
          {topBar === undefined && <FiltersNotApplied chart={chart} data={shown} />}
          <div className="flex min-h-12 shrink-0 items-center gap-2 border-b border-line bg-surface px-4 max-md:gap-1 max-md:px-3 max-sm:flex-wrap max-sm:py-2 touch:min-h-14 print:hidden">
            <AskWith value="sql" onChange={(kind) => kind === 'builder' && askWithBuilder()} />
            <span className="flex-1" />
            <IconButton
              icon={WandSparkles}
              label="Format the SQL"
              disabled={sql.draft.text.trim() === ''}
              onClick={format}
            />
            <RunHistoryButton onRestore={replaceSql} />
            {/* On a phone it gets its own row, because it would overlap its neighbours. */}
            <ConnectionPicker
              chart={chart}
              className="w-48 max-sm:order-last max-sm:w-full"
              guard={(onChange) => ofModel.guard({ ...chart, modelFields: [] }, onChange)}
            />
            <IconButton
              icon={SlidersHorizontal}
              label="Chart properties"
              className="min-[1100px]:hidden"
              onClick={() => ui.isPropertiesOpen.set(true)}
            />
            <Button
              variant="primary"
              icon={Play}
              shortcut="mod+enter"
              onClick={runSql}
              disabled={sql.draft.text.trim() === ''}
            >
              Run
            </Button>
          </div>
          {chart.isModel === true && (
            <ModelNotice
              chart={chart}
              problem={model.problem ?? (sql.draft.text === sql.draft.base ? null : notSavedYet)}
            />
          )}
          {sql.draft.theirs !== null && <ChangedElsewhere theirs={sql.draft.theirs} onResolve={sql.resolve} />}
          <div
            className="min-h-20 shrink max-md:h-[200px]! max-md:border-b max-md:border-line print:hidden"
            style={{ height: editorHeightPx }}
          >
            <SqlEditor
              ref={editor}
              text={sql.draft.text}
              label={`SQL of ${chart.name}`}
              error={marker}
              catalogue={{ ...catalogue, parameters: chart.query.parameters ?? [] }}
              onChange={sql.type}
              onRun={runSql}
              onBlur={sql.leave}
            />
          </div>
          {asked.parameters.length > 0 && (
            <div className="shrink-0 border-t border-line bg-surface px-4 py-2">
              <ParameterBar
                parameters={asked.parameters}
                values={asked.values}
                refused={asked.refused}
                choicesOf={({ name }) => ({ query: { ...asked.chart.query, sql: '' }, choicesOf: name })}
                onChange={setParameter}
                settingsOf={(parameter) => <ParameterSettings parameter={parameter} onChange={asked.declare} />}
                onDefaults={run.state.kind === 'ready' && run.isNotRun !== true ? asked.keepAsDefaults : null}
              />
            </div>
          )}
          <Splitter
            label="Height of the editor"
            sizePx={editorHeightPx}
            minPx={80}
            maxPx={640}
            part="above"
            onChange={(px) => ui.preferences.editorHeightPx.set(px)}
          />
          <ResultPanel
            chart={chart}
            run={{ ...run, state: shownState }}
            view={view}
            hasDatasets={catalogue.tables.length > 0}
            firstWidthPx={firstWidthPx}
            onViewChange={setView}
            onRun={runSql}
            onSuggest={() => {
              if (shown === null) return
              suggest(shown)
              suggested.current = null
            }}
          />
          {view === 'chart' && <RowsBelow chart={chart} run={run} />}
        </div>
        <ModelBreaks change={ofModel.breaking} onClose={ofModel.close} />
        <ChartProperties
          chart={chart}
          data={shown}
          onTypeAhead={run.isNotRun === true || shown === null ? () => (isTypeAhead.current = true) : undefined}
        />
      </div>
    </div>
  )
}

/** A model's SQL names its tables itself. */
const noTables: readonly BuilderTable[] = []
const notSavedYet = 'Run it to save it. Charts that ask this model keep the SQL that was saved before.'

/** Adds hints to a failure from what is known of tables and columns. */
function toldState(
  { state, offset }: Pick<ChartRun, 'state' | 'offset'>,
  text: string,
  catalogue: SqlCatalogue,
): ChartRun['state'] {
  if (state.kind !== 'failed' || state.error.position === undefined) return state
  return { ...state, error: withQuoteHint(state.error, text, shiftPosition(state.error.position, offset), catalogue) }
}
