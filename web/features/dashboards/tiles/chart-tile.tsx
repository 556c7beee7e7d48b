import { memo, Suspense, use, useEffect, useRef, useState, type RefObject, Component, type ReactNode } from 'react'
import { toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { withoutTotals } from '@tidemark/shared/charts/plot/without-totals'
import { pointsFor, type PointsWanted } from '@tidemark/shared/charts/chart-points'
import type { ChartType } from '@tidemark/shared/charts/chart-visual'
import type { TileId } from '@tidemark/shared/dashboards/dashboard'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import { isBlankQuery, type RunResult } from '@tidemark/shared/query/run-query'
import { notePageQuestion, useChartResult, type QueryState } from '@/client/workspace/use-query-result'
import { DashboardFiltersContext } from '@/features/filters/use-dashboard-filters'
import { useLiveAnswer } from './use-live-answer'
import { ChartTileFace, type ChartTileFaceProps } from './chart-tile-face'
import { useElapsedMs } from './use-elapsed'
import { reportCaught } from '@/client/observability/report-caught'

interface ChartTileProps extends Omit<
  ChartTileFaceProps,
  'state' | 'elapsedMs' | 'refresh' | 'cancel' | 'isTable' | 'onTable'
> {
  /** The server's result, in the page or on its way. */
  readonly initial: RunResult | Promise<RunResult> | undefined
  readonly tileRef: RefObject<HTMLElement | null>
  readonly tileId: TileId
  /** Rises when everything on the page is to be run again. */
  readonly refreshCount: number
}

/**
 * A chart on a dashboard. Until its result is here, and while the server still sends it, its room is held. Memoized: while
 * one tile is dragged, the others move without being drawn again.
 */
export const ChartTile = memo(function ChartTile({
  initial: fromPage,
  tileRef,
  tileId,
  refreshCount,
  ...face
}: ChartTileProps) {
  const [isPageResultLost, setPageResultLost] = useState(false)
  const initial = isPageResultLost ? undefined : fromPage
  // What waits for a filter has not been asked.
  if (face.filters.waitsFor.length === 0)
    notePageQuestion(face.chart, { initial, parameters: face.parameters, filters: face.filters.conditions })
  const held = <ChartTileFace {...face} {...asDrawing} state={waiting} refresh={doNothing} />
  const isBlocked = face.missing.some(({ filter }) => typeof filter?.problem === 'string')
  if (isBlankQuery(face.chart.query) || face.filters.waitsFor.length > 0 || isBlocked) return held
  const live = (
    <LiveChartTile initial={initial} tileId={tileId} tileRef={tileRef} refreshCount={refreshCount} {...face} />
  )
  return (
    <TileBoundary
      fallback={(thrown, retry) => {
        const refresh = () => {
          setPageResultLost(true)
          retry()
        }
        const state: QueryState = { kind: 'failed', error: toTidemarkError(thrown).toBody(), previous: null }
        return <ChartTileFace {...face} {...asDrawing} state={state} refresh={refresh} />
      }}
    >
      {/* React sends what is inside a large Suspense after the page, in a hidden place that only a script opens. So a chart
          whose result is here gets none: it is read without scripts. */}
      {initial instanceof Promise ? <Suspense fallback={held}>{live}</Suspense> : live}
    </TileBoundary>
  )
})

const waiting: QueryState = { kind: 'pending', since: 0, previous: null }
const doNothing = () => undefined
const asDrawing = { elapsedMs: 0, cancel: null, isTable: false, onTable: doNothing } as const

function LiveChartTile({ initial, tileId, tileRef, refreshCount, ...face }: ChartTileProps) {
  const isVisible = useNearViewport(tileRef)
  const [isTable, setIsTable] = useState(false)
  const points = pointsFor(face.chart.visual, face.inside.width)
  // A table is of the rows themselves.
  const isOfRows = isTable && points.draw !== undefined
  const { state, refresh, cancel } = useChartResult(face.chart, {
    initial,
    isVisible,
    parameters: face.parameters,
    filters: face.filters.conditions,
    ...(isOfRows ? { isOfRows } : { points }),
  })
  const [unfiltered, setUnfiltered] = useState<RunResult | undefined>(undefined)
  const { own } = face.filters
  const live = useLiveAnswer(tileId, face, state)
  const isRunning =
    live.isAwaited || (state.kind === 'pending' ? isVisible : state.kind === 'ready' && state.stale === 'refreshing')
  const shown = state.kind === 'ready' && !isTable ? state.result : undefined
  const seen = use(DashboardFiltersContext)?.seen
  useEffect(() => {
    if (shown !== undefined) seen?.see(face.chart.id, withoutTotals(shown))
  }, [shown, seen, face.chart.id])
  const seenCount = useRef(refreshCount)
  useEffect(() => {
    if (seenCount.current === refreshCount) return
    seenCount.current = refreshCount
    refresh()
  }, [refreshCount, refresh])
  const elapsedMs = useElapsedMs(isRunning)
  return (
    <>
      {own !== undefined && isVisible && !isTable && drawnBehind.has(face.chart.visual.type) && (
        <Unfiltered
          chart={face.chart}
          parameters={face.parameters}
          filters={own}
          points={points}
          onResult={setUnfiltered}
        />
      )}
      <ChartTileFace
        {...face}
        state={live.state}
        elapsedMs={elapsedMs}
        refresh={refresh}
        cancel={live.isAwaited ? null : cancel}
        isTable={isTable}
        onTable={setIsTable}
        unfiltered={own === undefined ? undefined : unfiltered}
      />
    </>
  )
}

/** The types that show faintly what they would be without the marks chosen in other tiles. */
const drawnBehind: ReadonlySet<ChartType> = new Set(['line', 'area', 'bar', 'row', 'combo'])

interface UnfilteredProps extends Pick<ChartTileFaceProps, 'chart' | 'parameters'> {
  readonly filters: readonly ResultFilter[]
  readonly points: PointsWanted
  readonly onResult: (result: RunResult | undefined) => void
}

/** Asks for a tile's answer without the marks chosen in others; it draws nothing itself. */
function Unfiltered({ chart, parameters, filters, points, onResult }: UnfilteredProps) {
  const { state } = useChartResult(chart, { parameters, filters, points })
  const result = state.kind === 'ready' ? state.result : undefined
  useEffect(() => onResult(result), [result, onResult])
  return null
}

interface TileBoundaryProps {
  readonly children: ReactNode
  /** The fallback; retry draws the children again. */
  readonly fallback: (thrown: unknown, retry: () => void) => ReactNode
}

/** Keeps what goes wrong in one tile from taking the dashboard with it. */
class TileBoundary extends Component<TileBoundaryProps, { readonly failure: { readonly thrown: unknown } | null }> {
  override readonly state: { readonly failure: { readonly thrown: unknown } | null } = { failure: null }

  static getDerivedStateFromError(thrown: unknown) {
    return { failure: { thrown } }
  }

  override componentDidCatch(thrown: unknown): void {
    reportCaught(thrown)
  }

  override render(): ReactNode {
    const { failure } = this.state
    return failure === null
      ? this.props.children
      : this.props.fallback(failure.thrown, () => this.setState({ failure: null }))
  }
}

/** The delay before tiles out of sight are fetched too, so that scrolling and going offline find them here. */
const idleMs = 1500

const marginPx = '240px'

/** True if the element is in sight, or nearly, or the page has been open for a moment. Once true it stays. */
function useNearViewport(ref: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (isNear || element === null) return
    return awaitNear(element, () => setIsNear(true))
  }, [ref, isNear])
  return isNear
}

/** The elements of the page that wait. They share one observer and one timer, so that those whose time comes at once ask at once. */
const waitingElements = new Map<Element, () => void>()
let observer: IntersectionObserver | null = null
let timer: ReturnType<typeof setTimeout> | undefined

function awaitNear(element: Element, onNear: () => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => release(entries.filter((entry) => entry.isIntersecting).map((entry) => entry.target)),
    // The page scrolls in an element of its own, which a margin around the window does not reach into.
    { rootMargin: marginPx, scrollMargin: marginPx },
  )
  waitingElements.set(element, onNear)
  observer.observe(element)
  clearTimeout(timer)
  timer = setTimeout(() => release([...waitingElements.keys()]), idleMs)
  return () => leave(element)
}

function release(elements: readonly Element[]): void {
  const told = elements.map((element) => waitingElements.get(element))
  elements.forEach(leave)
  for (const tell of told) tell?.()
}

function leave(element: Element): void {
  waitingElements.delete(element)
  observer?.unobserve(element)
  if (waitingElements.size === 0) clearTimeout(timer)
}
