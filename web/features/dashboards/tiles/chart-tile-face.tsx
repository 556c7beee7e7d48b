import { SquarePen, RotateCw } from 'lucide-react'
import { useShownResult } from '@/client/workspace/use-shown-result'
import { useMemo, useRef, type ReactNode, type RefObject } from 'react'
import type { Chart } from '@tidemark/shared/charts/chart'
import type { ParameterValues } from '@tidemark/shared/query/parameter'
import { isBlankQuery, type RunResult } from '@tidemark/shared/query/run-query'
import { AppLink } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useIsInWorkspace } from '@/client/workspace/change-target'
import { awaitsServer, isUnderWay, useIsServerAway, type QueryState } from '@/client/workspace/use-query-result'
import { errorForReader } from '@/features/charts/error-for-reader'
import type { ShownChart } from '@/features/charts/chart-drawing'
import { ChartView, type ChartViewProps } from '@/features/charts/chart-view'
import type { ChosenMark } from '@/features/charts/mark-rows'
import type { MarkSelecting } from '@/features/charts/selections/mark-selecting'
import { openFilter } from '@/features/filters/filter-chip-id'
import type { TileFilters } from '@/features/filters/tile-filters'
import type { MissingValue } from '@/features/parameters/dashboard-parameters'
import { valuesSearch } from '@/features/parameters/parameter-address'
import { focusParameter } from '@/features/parameters/use-dashboard-parameters'
import { classNames } from '@/ui/class-names'
import { chartRoom, chartTopPx, type TileSizePx } from '../grid/grid-geometry'
import type { LeftOut } from './chart-tile-menu'
import { TileFooter } from './tile-footer'
import { ChartTileHeader } from './chart-tile-header'
import type { TileTools } from './tile-header'
import { tileNote } from './tile-note'
import { narrowTilePx } from '../grid/tile-size'
import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import { CodeText } from '@/ui/text/code-text'
import { Button } from '@/ui/buttons/button'
import type { ChartType } from '@tidemark/shared/charts/chart-visual'
import { Skeleton } from '@/ui/skeleton'

export interface ChartTileFaceProps {
  readonly chart: Chart
  readonly state: QueryState
  readonly elapsedMs: number
  readonly refresh: () => void
  /** null: what runs ends with what it is for. */
  readonly cancel: (() => void) | null
  /** The room inside the tile's border. */
  readonly inside: TileSizePx
  readonly isCompact: boolean
  /** True if its rows are shown in place of the drawing. */
  readonly isTable: boolean
  readonly onTable: (isTable: boolean) => void
  /** Values that the chart is asked with besides its defaults. */
  readonly parameters: ParameterValues
  /** Those of its parameters that have none. */
  readonly missing: readonly MissingValue[]
  /** The filters that narrow it on this dashboard. */
  readonly filters: TileFilters
  /** Opens what can be done with a mark. */
  readonly onMark?: ((mark: ChosenMark) => void) | undefined
  /** How marks are chosen, which filters other tiles. */
  readonly selecting?: MarkSelecting | undefined
  /** The answer without the marks chosen in other tiles, drawn faintly behind. */
  readonly unfiltered?: RunResult | undefined
  /** The choice to leave it out of such filters; null for people who may not. */
  readonly leftOut: LeftOut | null
  /** Opens which inputs its parameters are; null: it has none. */
  readonly onParameters: (() => void) | null
  /** Opens what a click on a mark does; null for people who may not say so. */
  readonly onClickChoice: (() => void) | null
  readonly onRename: (name: string) => void
  readonly tools: TileTools
  /** The colours that categories have on this dashboard. */
}

/** A chart tile as it looks, given where its query stands. */
export function ChartTileFace({
  chart,
  state,
  elapsedMs,
  refresh,
  cancel,
  inside,
  isCompact,
  isTable,
  onTable,
  parameters,
  missing,
  filters,
  onMark,
  selecting,
  unfiltered,
  leftOut,
  onParameters,
  onClickChoice,
  onRename,
  tools,
}: ChartTileFaceProps) {
  const { locale, now } = usePageEnvironment()
  const isServerAway = useIsServerAway()
  const visual = useMemo<Chart['visual']>(
    () => (isTable ? { ...chart.visual, type: 'table' } : chart.visual),
    [chart.visual, isTable],
  )
  const { names: filterNames, notTaken } = filters
  const note = tileNote({ state, elapsedMs, now, locale, filterNames, notTaken, isServerAway, refresh, cancel })
  // A chart that no workspace has yet has no page.
  const openHref = useIsInWorkspace() ? `/charts/${chart.id}${valuesSearch(parameters)}` : null
  const shown = useRef<ShownChart>(null)
  return (
    <>
      <ChartTileHeader
        chart={chart}
        isCompact={isCompact}
        isNarrow={inside.width < narrowTilePx}
        openHref={openHref}
        isTable={isTable}
        onTable={onTable}
        refresh={refresh}
        parameters={parameters}
        filters={filters}
        onParameters={onParameters}
        onClickChoice={onClickChoice}
        leftOut={leftOut}
        onRename={onRename}
        tools={tools}
        noteText={note.parts.join(' · ')}
        shown={shown}
      />
      <div
        className="relative min-h-0 flex-1 overflow-hidden px-3.5 print:overflow-visible"
        style={{ paddingTop: isCompact ? 0 : chartTopPx }}
      >
        <ChartTileBody
          chart={chart}
          visual={visual}
          state={state}
          openHref={openHref}
          missing={missing}
          waitsFor={filters.waitsFor}
          room={chartRoom(inside, { isCompact, hasDescription: chart.description !== '' })}
          refresh={refresh}
          onMark={onMark}
          selecting={selecting}
          unfiltered={unfiltered}
          isCompact={isCompact}
          mayEdit={tools.mayEditContent}
          shown={shown}
        />
      </div>
      <TileFooter note={note} isCompact={isCompact} />
    </>
  )
}

function ChartTileBody({
  chart,
  visual,
  state,
  openHref,
  missing,
  waitsFor,
  room,
  refresh,
  onMark,
  selecting,
  unfiltered,
  isCompact,
  mayEdit,
  shown,
}: {
  readonly chart: Chart
  readonly visual: Chart['visual']
  readonly state: QueryState
  readonly openHref: string | null
  readonly missing: readonly MissingValue[]
  readonly waitsFor: TileFilters['waitsFor']
  readonly room: TileSizePx
  readonly refresh: () => void
  readonly onMark: ChartTileFaceProps['onMark']
  readonly selecting: ChartTileFaceProps['selecting']
  readonly unfiltered: ChartTileFaceProps['unfiltered']
  readonly isCompact: boolean
  readonly mayEdit: boolean
  readonly shown: RefObject<ShownChart | null>
}) {
  if (isBlankQuery(chart.query) && !mayEdit)
    return (
      <TileMessage title="This chart has no query yet" text="An editor can write its query." isCompact={isCompact} />
    )
  if (isBlankQuery(chart.query)) {
    return (
      <TileMessage
        title="This chart has no query yet"
        text="Write its query, and the result appears here."
        isCompact={isCompact}
      >
        <AppLink
          href={`/charts/${chart.id}`}
          className="inline-flex items-center gap-1.5 rounded-row font-medium text-accent hover:underline"
        >
          <SquarePen aria-hidden />
          Write the query
        </AppLink>
      </TileMessage>
    )
  }
  const [awaited] = waitsFor
  if (awaited !== undefined)
    return (
      <TileMessage
        title={`The filter “${awaited.name}” needs a value`}
        text="Choose one above the dashboard."
        isCompact={isCompact}
      >
        <Button size="sm" onClick={() => openFilter(awaited.id)}>
          Choose a value
        </Button>
      </TileMessage>
    )
  const blocked = missing.find(({ filter }) => typeof filter?.problem === 'string')
  if (blocked !== undefined) return <MissingValueMessage missing={blocked} openHref={openHref} isCompact={isCompact} />
  const result = state.kind === 'ready' ? state.result : (state.previous?.result ?? null)
  if (result === null) {
    if (awaitsServer(state))
      return (
        <TileMessage
          title="Waiting for the server"
          text="This browser has no earlier result. The query runs automatically when the server is back."
          isCompact={isCompact}
        />
      )
    const [first] = missing
    if (state.kind === 'failed' && state.error.code === 'query-parameter' && first !== undefined)
      return <MissingValueMessage missing={first} openHref={openHref} isCompact={isCompact} />
    if (state.kind === 'failed')
      return (
        <TileFailure
          error={mayEdit ? state.error : errorForReader(state.error)}
          onRetry={refresh}
          editHref={mayEdit && openHref !== null ? openHref : undefined}
          isCompact={isCompact}
        />
      )
    if (state.kind === 'cancelled')
      return <TileMessage title="The query was cancelled" text="Run it again to see the chart." isCompact={isCompact} />
    return <TileSkeleton type={visual.type} />
  }
  // What was thinned out for the drawing is no table of the rows, which are on their way.
  if (visual.type === 'table' && isUnderWay(state) && isOfDrawing(result)) return <TileSkeleton type="table" />
  if (result.rowCount === 0)
    return (
      <TileMessage
        title="No rows"
        text={result.appliedFilters.length > 0 ? 'No row passes the filters.' : 'The query returned no rows.'}
        isCompact={isCompact}
      />
    )
  return (
    <TileChart
      query={chart.query}
      visual={visual}
      data={result}
      width={room.width}
      height={room.height}
      title={chart.name}
      truncated={result.truncated}
      onMark={onMark}
      selecting={selecting}
      unfiltered={unfiltered}
      shown={shown}
    />
  )
}

/** The chart with its columns as people want them shown. */
function TileChart({ query, data, ...props }: ChartViewProps & { readonly query: Chart['query'] }) {
  return <ChartView data={useShownResult(query, data)} {...props} />
}

function isOfDrawing({ truncated, totals }: RunResult): boolean {
  const hasSides = totals !== undefined && totals.of.rows.length + totals.of.columns.length > 0
  return hasSides || truncated?.reason === 'points' || truncated?.reason === 'bins'
}

/** A short message in place of a chart. A compact tile has room for two lines: the title, and what can be done or the text. */
export function TileMessage({
  title,
  text,
  isCompact,
  children,
}: {
  readonly title: string
  readonly text: string
  readonly isCompact: boolean
  readonly children?: ReactNode
}) {
  return (
    <div className="flex h-full flex-col overflow-hidden text-center">
      {/* By its margins: centred otherwise, what is too high would lose its beginning. */}
      <div className="my-auto flex flex-col items-center gap-0.5" title={isCompact ? `${title}. ${text}` : undefined}>
        <p className={classNames('font-medium', isCompact && 'max-w-full truncate')}>{title}</p>
        {!(isCompact && children) && (
          <p className={classNames('text-muted', isCompact && 'max-w-full truncate')}>{text}</p>
        )}
        {children && <div className={isCompact ? '-m-1 max-w-full truncate p-1' : 'mt-1.5'}>{children}</div>}
      </div>
    </div>
  )
}

/** In place of a chart that waits for a value; the input for it is one press away. */
function MissingValueMessage({
  missing: { label, input, filter },
  openHref,
  isCompact,
}: {
  readonly missing: MissingValue
  readonly openHref: string | null
  readonly isCompact: boolean
}) {
  const isHere = input !== null
  if (filter !== undefined)
    return (
      <TileMessage
        title={`“${label}” needs a value`}
        text={filter.problem ?? `It is the one of the filter “${filter.name}”: choose one above the dashboard.`}
        isCompact={isCompact}
      >
        <Button size="sm" onClick={() => openFilter(filter.id)}>
          Choose a value
        </Button>
      </TileMessage>
    )
  return (
    <TileMessage
      title={`“${label}” needs a value`}
      text={isHere ? 'Choose one above the dashboard.' : 'This tile uses the parameter’s default, but there is none.'}
      isCompact={isCompact}
    >
      {isHere ? (
        <Button size="sm" onClick={() => focusParameter(input)}>
          Choose a value
        </Button>
      ) : (
        openHref !== null && (
          <AppLink href={openHref} className="rounded-row font-medium text-accent hover:underline">
            Open the chart
          </AppLink>
        )
      )}
    </TileMessage>
  )
}

interface TileFailureProps {
  readonly error: ErrorBody
  readonly onRetry: () => void
  /**
   * The address at which the query can be corrected; absent when the person may not, or it is not the query's fault.
   */
  readonly editHref?: string | undefined
  readonly isCompact: boolean
}

/** Why a tile has no result, where in the SQL, and what to do; the rest is one click away. */
function TileFailure({ error, onRetry, editHref, isCompact }: TileFailureProps) {
  const isForbidden = error.code === 'forbidden'
  // Where a hint says what helps, no right that an admin gives would.
  const isRefused = isForbidden && error.hint === undefined
  return (
    <div
      role="alert"
      className={classNames(
        'flex h-full min-h-0 items-start gap-2 text-body',
        // A compact tile has no room below the message.
        isCompact ? 'overflow-hidden' : 'flex-col overflow-auto',
      )}
    >
      {/* Of a long message some lines scroll, rather than what can be done about it out of sight. */}
      <div className={classNames('max-w-full min-w-0 overflow-auto', isCompact ? 'max-h-full flex-1' : 'min-h-10')}>
        <p className="font-medium break-words text-bad">
          {isRefused ? 'You do not have access to the data of this chart' : isForbidden ? error.detail : error.message}
        </p>
        {error.detail && !isForbidden && <p className="mt-0.5 break-words text-muted">{error.detail}</p>}
        {error.position && (
          <p className="mt-0.5 text-muted tabular">
            Line {error.position.line}, column {error.position.column}
          </p>
        )}
        {error.hint && (
          <p className="mt-0.5 break-words text-muted">
            <CodeText>{error.hint}</CodeText>
          </p>
        )}
        {isRefused && <p className="mt-0.5 text-muted">An admin of the workspace can grant it.</p>}
      </div>
      <div className="flex shrink-0 flex-wrap items-center gap-x-2">
        <Button size="sm" icon={RotateCw} onClick={onRetry}>
          Retry
        </Button>
        {editHref && !isForbidden && !isCompact && (
          <AppLink
            href={editHref}
            className="rounded-row px-1 py-1 text-small font-medium whitespace-nowrap text-accent hover:underline"
          >
            Open the query
          </AppLink>
        )}
      </div>
    </div>
  )
}

/** Heights of the bars in percent: made up, the same on the server and in the browser. */
const barHeights = [38, 54, 47, 66, 58, 74, 63, 82, 70, 88] as const

/** Holds a chart's room with the shape of what is coming. */
function TileSkeleton({ type }: { readonly type: ChartType }) {
  if (type === 'number') {
    return (
      <div className="flex flex-col gap-2 pt-1.5">
        <Skeleton className="h-6 w-28" />
        <Skeleton className="h-3 w-20" />
      </div>
    )
  }
  if (type === 'table') {
    return (
      <div className="flex h-full flex-col gap-2.5 overflow-hidden pt-1">
        {barHeights.map((_, index) => (
          <Skeleton key={index} className="h-3.5 w-full shrink-0" />
        ))}
      </div>
    )
  }
  return (
    <div className="flex h-full items-end gap-2 pb-5 pl-8">
      {barHeights.map((height, index) => (
        <span key={index} className="flex-1" style={{ height: `${height}%` }}>
          <Skeleton className="h-full rounded-b-none" />
        </span>
      ))}
    </div>
  )
}
