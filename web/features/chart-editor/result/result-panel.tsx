'use client'

import { ChartSpline, Rows3, SquareTerminal } from 'lucide-react'
import {
  memo,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useState,
} from 'react'
import { lastStage } from '@tidemark/shared/builder/stages/question-stages'
import { checkQuestion } from '@tidemark/shared/builder/check-question'
import type { Chart } from '@tidemark/shared/charts/chart'
import { drawnPartOf, pointsFor } from '@tidemark/shared/charts/chart-points'
import { withPeriods } from '@tidemark/shared/charts/plot/own-rows'
import { withoutTotals } from '@tidemark/shared/charts/plot/without-totals'
import { tablePlot } from '@tidemark/shared/charts/types/table/table-plot'
import { defaultVisual, type ChartVisual } from '@tidemark/shared/charts/chart-visual'
import { visualPartsIn } from '@tidemark/shared/charts/merge-visual'
import { mostDrawnRows, type ResultData, type RunItem, type RunResult } from '@tidemark/shared/query/run-query'
import { useIsInWorkspace } from '@/client/workspace/change-target'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { useUiState } from '@/client/workspace/ui-state'
import { errorForReader } from '@/features/charts/error-for-reader'
import type { ShownChart } from '@/features/charts/chart-drawing'
import { ChartView } from '@/features/charts/chart-view'
import { markOfCell, type ChosenMark } from '@/features/charts/mark-rows'
import { useShownResult } from '@/client/workspace/use-shown-result'
import { useMarkMenu } from '@/features/charts/use-mark-menu'
import { ExportMenu } from '@/features/exports/export-items'
import { reportProblem } from '@/features/messages/report-problem'
import { parametersOf, syntaxInView } from '@/features/parameters/query-parameters'
import { ResultGrid, type GridCell } from '@/features/result-grid/result-grid'
import { TableGrid } from '@/features/result-grid/table-grid'
import { Button } from '@/ui/buttons/button'
import { Callout } from '@/ui/callout'
import { classNames } from '@/ui/class-names'
import { EmptyState } from '@/ui/empty-state'
import { lazyComponent } from '@/ui/lazy-part'
import { SegmentedControl } from '@/ui/buttons/segmented-control'
import { Skeleton } from '@/ui/skeleton'
import { CodeText } from '@/ui/text/code-text'
import { errorSentence } from '../sql/error-sentence'
import { MissingColumns } from './missing-columns'
import { NoDataYet } from '@/features/data/no-data-yet'
import { ResultMeta } from './result-meta'
import { resultNoteOf, type ResultNote } from './result-note'
import type { ChartRun } from './use-chart-run'
import { useDoubtedSchema } from './use-doubted-schema'
import { useThinnedResult } from './use-thinned-result'
import { withStyle } from '../properties/columns/column-styles'
import { missingResultColumns } from '../properties/visual-controls'

const ImageItems = lazyComponent(() => import('@/features/chart-image/image-items'))

export type ResultView = 'chart' | 'table'

export interface ResultPanelProps {
  readonly chart: Chart
  readonly run: ChartRun
  readonly view: ResultView
  readonly hasDatasets: boolean
  /** The width of the drawing until it is measured. */
  readonly firstWidthPx: number
  readonly onViewChange: (view: ResultView) => void
  readonly onRun: () => void
  /** null: the reader may not change the chart's query. */
  readonly onSuggest: (() => void) | null
  /** True if the chart is stored nowhere, so that nothing about it can be changed. */
  readonly isFixed?: boolean
}

/** The result as a chart or a table. An error is shown above the last good result. */
export function ResultPanel({
  chart,
  run,
  view,
  hasDatasets,
  firstWidthPx,
  onViewChange,
  onRun,
  onSuggest,
  isFixed = false,
}: ResultPanelProps) {
  const { state, shown } = run
  useDoubtedSchema(chart.query.connectionId, state)
  const mayEditBeside = useMayEdit(chart.folderId)
  const mayEdit = !isFixed && (mayEditBeside || onSuggest !== null)
  const isIncomplete = chart.query.kind === 'builder' && checkQuestion(chart.query.question).length > 0
  const note = resultNoteOf(run, isIncomplete)
  const shownChart = useRef<ShownChart>(null)
  return (
    <section
      aria-label="Result"
      className={classNames(
        'flex min-h-0 flex-[1_0_220px] flex-col print:h-auto! print:flex-none!',
        view === 'table' ? 'max-md:flex-[1_0_380px]' : 'max-md:h-[380px] max-md:flex-none',
      )}
    >
      <div className="flex h-12 shrink-0 items-center gap-3 px-4 max-md:px-3 touch:h-14">
        <div className="print:hidden">
          <SegmentedControl
            label="Show the result as"
            value={view}
            options={[
              { value: 'chart', label: 'Chart' },
              { value: 'table', label: 'Table' },
            ]}
            onChange={onViewChange}
          />
        </div>
        {/* Left-aligned, so that a longer age moves nothing, and at full height, so that an appearing button moves
            nothing. */}
        <div className="flex min-w-0 flex-1 items-center self-stretch">
          <ResultMeta run={run} isNotRun={note === 'not-run'} />
        </div>
        {shown !== null && (
          <div className="print:hidden">
            <ExportMenu source={() => ({ item: exportedItem(run.item, chart.visual), name: chart.name })}>
              <ImageItems title={chart.name} description={chart.description} shown={shownChart} />
            </ExportMenu>
          </div>
        )}
      </div>
      {state.kind === 'failed' && (
        <div className="shrink-0 px-4 pb-3">
          <Callout
            tone="bad"
            title={
              <CodeText>{errorSentence(mayEdit ? state.error : errorForReader(state.error), run.offset)}</CodeText>
            }
            action={
              state.error.retryable ? (
                <Button size="sm" onClick={onRun}>
                  Run again
                </Button>
              ) : undefined
            }
          >
            {shown !== null && 'Below is the last result.'}
          </Callout>
        </div>
      )}
      {run.isOutdated && (
        <div className="shrink-0 px-4 pb-3">
          <Callout tone="warn" title="The server cannot be reached">
            This query runs automatically when it is back. Below is the result of an earlier one.
          </Callout>
        </div>
      )}
      {note !== null && note !== 'not-run' && (
        <div className="shrink-0 px-4 pb-3">
          <Callout tone="info" title={noteWords[note].title}>
            {noteWords[note].text}
          </Callout>
        </div>
      )}
      {view === 'chart' && shown !== null && state.kind === 'ready' && !run.isSelection && !run.isOutdated && (
        <MissingColumns
          names={missingResultColumns(shown.result.fields, chart.visual)}
          mayEdit={mayEdit}
          onSuggest={onSuggest}
        />
      )}
      <div className="relative min-h-0 flex-1 print:min-h-40 print:flex-none!">
        {shown !== null ? (
          <ShownResult
            chart={chart}
            result={shown.result}
            itemJson={JSON.stringify(run.item)}
            view={view}
            firstWidthPx={firstWidthPx}
            mayEdit={mayEdit}
            onSuggest={onSuggest}
            shownChart={shownChart}
          />
        ) : (
          <NoResult run={run} hasDatasets={hasDatasets} onRun={onRun} />
        )}
      </div>
    </section>
  )
}

/** A workbook of a pivot has its form. */
function exportedItem(item: RunItem, visual: ChartVisual): RunItem {
  return visual.type === 'pivot' ? { ...item, ...pointsFor(visual, 1) } : item
}

const noteWords = {
  cancelled: { title: 'The query was cancelled', text: 'Below is the last result.' },
  incomplete: { title: 'The question is not complete yet', text: 'Below is the result of an earlier one.' },
} as const satisfies Record<Exclude<ResultNote, 'not-run'>, { readonly title: string; readonly text: string }>

interface ShownResultProps {
  readonly chart: Chart
  readonly result: RunResult
  /** The query of the result, as JSON. */
  readonly itemJson: string
  readonly view: ResultView
  readonly firstWidthPx: number
  readonly mayEdit: boolean
  /** null: the reader may not change the chart's query. */
  readonly onSuggest: (() => void) | null
  readonly shownChart: RefObject<ShownChart | null>
}

function ShownResult({
  chart,
  result: answer,
  itemJson,
  view,
  firstWidthPx,
  mayEdit,
  onSuggest,
  shownChart,
}: ShownResultProps) {
  // The page itself made this JSON.
  const itemOf = () => JSON.parse(itemJson) as RunItem
  const { query = chart.query } = itemOf()
  const rows = useShownResult(query, answer)
  const { visual } = chart
  const wantsTotals =
    visual.type === 'pivot' || (visual.type === 'table' && (visual.tableTotals || visual.tableGroups.length > 0))
  const lacksTotals = wantsTotals && query.kind === 'builder' && lastStage(query.question).measures.length > 0
  const result: RunResult & ResultData = useMemo(
    () => (lacksTotals ? { ...rows, lacksTotals } : rows),
    [rows, lacksTotals],
  )
  const parameters = useView((view) => parametersOf(query, syntaxInView(view, query.connectionId)), [itemJson])
  const { onMark, menu } = useMarkMenu({
    name: chart.name,
    query,
    visual: chart.visual,
    parameters,
    folderId: chart.folderId,
    annotates: mayEdit ? chart.id : null,
    onComment: null,
    itemOf,
    filterNames: noNames,
    filtersOf: null,
  })
  // The rows of a chart that is a table are the chart.
  const withTotals = useThinnedResult(
    itemJson,
    visual.type === 'table' ? visual : defaultVisual,
    result,
    noRoom.widthPx,
  )
  const tabled = useMemo(
    (): ResultData => (withTotals === null ? result : { ...withTotals, shown: result.shown }),
    [withTotals, result],
  )
  const isCut = (withTotals ?? result).truncated !== null
  const table = useMemo(
    () => (visual.type === 'table' ? tablePlot({ ...noRoom, visual, data: tabled, isCut }) : null),
    [visual, tabled, isCut],
  )
  const onCell = useMemo(() => {
    const data = withoutTotals(tabled)
    return onMark && ((cell: GridCell) => onMark({ ...markOfCell(cell, table?.data ?? data), data }))
  }, [onMark, table, tabled])
  const marked = useMemo(() => withPeriods(result), [result])
  const mutate = useMutate()
  const keepWidth = useCallback(
    (column: string, widthPx: number | null, actionId: string) => {
      const change = { columnStyles: withStyle(visual, column, { widthPx: widthPx ?? undefined }) }
      const label = widthPx === null ? 'Reset column width' : 'Change column width'
      const args = { id: chart.id, visual: change, basedOn: visualPartsIn(visual, change) }
      mutate('updateChart', args, { label, actionId }).catch(reportProblem)
    },
    [mutate, chart.id, visual],
  )
  if (result.rowCount === 0) {
    return (
      <Centred>
        <EmptyState icon={Rows3} title="No rows" text="The query returned no rows." />
      </Centred>
    )
  }
  if (view === 'table') {
    return (
      <div className="absolute inset-0 border-t border-line print:static">
        {table === null ? (
          <ResultGrid data={marked} label={`Rows of ${chart.name}`} onMenu={onCell} />
        ) : (
          <TableGrid
            plot={table}
            label={`Rows of ${chart.name}`}
            onMenu={onCell}
            onWidth={mayEdit ? keepWidth : undefined}
          />
        )}
        {menu}
      </div>
    )
  }
  if (chart.visual.type === 'table') {
    return (
      <Centred>
        <EmptyState
          icon={ChartSpline}
          title="This chart is a table"
          text={
            mayEdit
              ? `Choose how to draw it in its properties${onSuggest === null ? '' : ', or start from what fits the columns'}.`
              : 'People who can edit it can choose how to draw it.'
          }
          action={onSuggest && <Button onClick={onSuggest}>Suggest a chart</Button>}
        />
      </Centred>
    )
  }
  return (
    <>
      <DrawnResult
        visual={chart.visual}
        name={chart.name}
        result={result}
        itemJson={itemJson}
        firstWidthPx={firstWidthPx}
        onMark={onMark}
        shownChart={shownChart}
      />
      {menu}
    </>
  )
}

interface DrawnResultProps {
  readonly visual: ChartVisual
  readonly name: string
  readonly result: RunResult & ResultData
  readonly itemJson: string
  readonly firstWidthPx: number
  readonly onMark: ((mark: ChosenMark) => void) | undefined
  readonly shownChart: RefObject<ShownChart | null>
}

/** Memoized, so that the chart is redrawn only if the result or its look changes, not with every letter of the SQL. */
const DrawnResult = memo(function DrawnResult({
  visual,
  name,
  result,
  itemJson,
  firstWidthPx,
  onMark,
  shownChart,
}: DrawnResultProps) {
  const ui = useUiState()
  const [box, size] = useElementSize({ width: firstWidthPx, height: ui.preferences.drawingHeightPx.peek() })
  // The server then draws the next page at this height from the start.
  useEffect(() => {
    if (size.height >= 80) ui.preferences.drawingHeightPx.set(size.height)
  }, [ui, size.height])
  const whole = useThinnedResult(itemJson, visual, result, size.width)
  const drawn = useMemo(
    () => (whole === null ? drawnPart(result, mostDrawnRows(drawnPartOf(visual))) : { ...whole, shown: result.shown }),
    [whole, result, visual],
  )
  const isNumber = visual.type === 'number'
  return (
    <>
      {/* Measures the room separately from its content: in print the content keeps its width and is as high as it
          needs. */}
      <div ref={box} className={`${roomOfDrawing} print:hidden`} />
      <div
        className={classNames(
          roomOfDrawing,
          // Leaves room for the focus ring around a chart, and for the end of its last label.
          'scaled-to-paper overflow-clip [overflow-clip-margin:12px] print:static print:mb-4 print:overflow-visible',
          isNumber && 'flex items-center justify-center',
        )}
        // React's type lacks custom properties.
        style={{ '--drawn-width': size.width } as CSSProperties}
      >
        <div className={isNumber ? 'rounded-tile border border-line bg-surface px-3.5 shadow-tile' : undefined}>
          <ChartView
            visual={visual}
            data={drawn}
            width={isNumber ? Math.min(numberCardPx.width, size.width - 32) : size.width}
            height={isNumber ? Math.min(numberCardPx.height, size.height) : size.height}
            title={name}
            continuesOnPaper={visual.type === 'pivot'}
            truncated={drawn.truncated}
            onMark={onMark}
            shown={shownChart}
          />
        </div>
      </div>
    </>
  )
})

/** A table is laid out by its grid, which also formats it. */
const noRoom = { widthPx: 960, heightPx: 0, locale: 'en', timeZone: 'UTC', weekStart: 1, now: 0 } as const
const noNames: readonly string[] = []
const roomOfDrawing = 'absolute inset-x-4 top-0 bottom-3'

/** A number is shown as large as in a dashboard's tile. */
const numberCardPx = { width: 300, height: 88 } as const

/** Returns the rows that a dashboard would draw, and marks the rest as truncated. */
function drawnPart(result: RunResult & ResultData, most: number): ResultData & Pick<RunResult, 'truncated'> {
  if (result.rowCount <= most) return result
  const { fields, signs, shown, grains, lacksTotals, compared } = result
  return {
    fields,
    lacksTotals,
    signs,
    shown,
    grains,
    compared,
    columns: result.columns.map((column) => column.slice(0, most)),
    rowCount: most,
    truncated: result.truncated === null ? { reason: 'rows', total: result.rowCount } : result.truncated,
  }
}

function NoResult({ run, hasDatasets, onRun }: Pick<ResultPanelProps, 'run' | 'hasDatasets' | 'onRun'>) {
  switch (run.state.kind) {
    case 'failed':
      return null
    case 'cancelled':
      return (
        <Centred>
          <EmptyState
            icon={SquareTerminal}
            title="The query was cancelled"
            text="Run it again to see the result."
            action={<Button onClick={onRun}>Run again</Button>}
          />
        </Centred>
      )
    case 'idle':
      return <Centred>{hasDatasets ? <AskWithSql /> : <NoDataYet />}</Centred>
    case 'pending':
    case 'ready':
      return (
        <output className="absolute inset-x-4 top-0 bottom-3" aria-label="The query is running">
          <Skeleton className="size-full rounded-tile!" />
        </output>
      )
  }
}

function AskWithSql() {
  const isSaved = useIsInWorkspace()
  return (
    <EmptyState
      icon={SquareTerminal}
      title="Ask with SQL"
      text={`Write a SELECT above and run it. The answer appears here${isSaved ? ', and the chart is saved as you go' : ''}.`}
    />
  )
}

function Centred({ children }: { readonly children: ReactNode }) {
  return <div className="absolute inset-0 flex items-center justify-center overflow-auto">{children}</div>
}

interface ElementSize {
  readonly width: number
  readonly height: number
}

/** Returns the inner size of an element in whole CSS pixels; `initial` until it is measured. */
function useElementSize(initial: ElementSize): readonly [ref: RefObject<HTMLDivElement | null>, size: ElementSize] {
  const ref = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState(initial)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      if (width > 0 && height > 0)
        setSize((current) => (current.width === width && current.height === height ? current : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, size]
}
