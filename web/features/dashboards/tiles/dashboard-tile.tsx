import { use, useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { Chart } from '@tidemark/shared/charts/chart'
import { chosenColorsOf } from '@tidemark/shared/charts/plot/colors/chosen-colors'
import { measureHuesOf } from '@tidemark/shared/charts/plot/colors/measure-hues'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { mayCopyChart } from '@tidemark/shared/charts/copy-chart'
import { newId } from '@tidemark/shared/base/ids'
import { opensPage, type Place, type Tile, type TileId } from '@tidemark/shared/dashboards/dashboard'
import { isHeading } from '@tidemark/shared/dashboards/tile-layout'
import { tileName } from '@tidemark/shared/dashboards/tile-name'
import type { RunResult } from '@tidemark/shared/query/run-query'
import { noteDraftKey } from '@/client/unsent/drafts'
import { linkTo, navigate } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useIsInWorkspace } from '@/client/workspace/change-target'
import { useMayEdit, useMayEditDashboard } from '@/client/workspace/use-may-edit'
import { useView, useViews } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { PinsContext } from '@/features/charts/pins/pins'
import { ChosenColorsContext, MeasureHuesContext } from '@/features/charts/measure-hues-context'
import type { ChosenMark } from '@/features/charts/mark-rows'
import { useMarkMenu } from '@/features/charts/use-mark-menu'
import { useMarkFilters } from '@/features/filters/use-mark-filters'
import { DashboardFiltersContext, useTileFilters } from '@/features/filters/use-dashboard-filters'
import { useMarkSelecting, useWithSelections } from '@/features/filters/use-selected-marks'
import { missingValues } from '@/features/parameters/dashboard-parameters'
import { useTileParameters } from '@/features/parameters/use-dashboard-parameters'
import { shellState$ } from '@/features/preferences/shell-state'
import { askForComments } from '@/features/comments/asked-comments'
import { useOpenThreads, useThreadPins } from '@/features/comments/open-threads'
import { copyLink } from '@/features/messages/copy-link'
import { reportProblem } from '@/features/messages/report-problem'
import { lazyComponent } from '@/ui/lazy-part'
import { ChartTile } from './chart-tile'
import { tileInside } from '../grid/grid-geometry'
import { HeadingTile } from './heading-tile'
import { ImageTile } from './image-tile'
import { MissingChartTile } from './missing-chart-tile'
import { TextTile } from './text-tile'
import { TileFrame } from './tile-frame'
import type { TileTools } from './tile-header'
import { placeSentence, tileKeyAction, type TileKeyAction } from '../grid/tile-keys'
import { enterTile } from '../grid/use-tile-focus'
import { isCompactTile } from '../grid/tile-size'
import { tabHref } from '../tab-href'
import type { DashboardActions } from '../use-dashboard-actions'
import type { TileGesture } from '../grid/use-tile-gesture'

const ClickDialog = lazyComponent(() => import('../clicks/click-dialog'))
const TileComments = lazyComponent(() => import('@/features/comments/tile-comments'))
const TileParametersDialog = lazyComponent(() => import('@/features/parameters/tile-parameters-dialog'))

interface DashboardTileProps {
  readonly tile: Tile
  /** All tiles of the tab as shown. */
  readonly layout: readonly Tile[]
  /** The tile's drawn place, and the size its content is drawn for: they differ while it is being resized. */
  readonly place: Place
  readonly sizedAs: Place
  readonly gridWidth: number
  readonly isSingleColumn: boolean
  readonly isSelected: boolean
  /** The one tile that Tab leads to. */
  readonly isStop: boolean
  readonly isActive: boolean
  readonly initial: RunResult | Promise<RunResult> | undefined
  readonly refreshCount: number
  /** A text just made: it opens for writing. */
  readonly isNew: boolean
  /** Tiles of the collapsed section that it heads; null where that is open, or it heads none. */
  readonly hiddenCount: number | null
  readonly onCollapse: (id: TileId, isCollapsed: boolean) => void
  /** All tiles of the tab, those in collapsed sections too. */
  readonly allTiles: readonly Tile[]
  /** Those of the tab, in reading order. */
  readonly charts: readonly Chart[]
  readonly actions: DashboardActions
  readonly onSelect: (isSelected: boolean) => void
  readonly onGrab: (event: PointerEvent, kind: TileGesture['kind']) => void
  readonly onLayout: (layout: readonly Tile[], label: string) => void
  /** Announces to screen readers. */
  readonly say: (sentence: string) => void
}

/** One tile: what it holds, and what keys, pointer and menu do to it. */
export function DashboardTile(props: DashboardTileProps) {
  const {
    tile,
    layout,
    place,
    sizedAs,
    gridWidth,
    isSingleColumn,
    isSelected,
    isActive,
    initial,
    refreshCount,
    actions,
    onSelect,
    onGrab,
    onLayout,
    say,
  } = props
  const { content } = tile
  const ref = useRef<HTMLElement>(null)
  const mayEdit = useMayEditDashboard(tile.dashboardId)
  const [isEditing, setEditing] = useState(props.isNew)
  useEffect(() => {
    if (props.isNew) setEditing(true)
  }, [props.isNew])
  const chart = useView((view) => (content.kind === 'chart' ? getChart(view, content.chartId) : undefined), [content])
  const mayEditChart = useMayEdit(chart?.folderId)
  const mayEditContent = content.kind === 'chart' ? mayEditChart : mayEdit
  const isSection = isHeading(tile)
  const name = tileName(tile, chart)
  const isCompact = isCompactTile(sizedAs)
  const asked = useTileParameters(tile)
  const filters = useWithSelections(tile, useTileFilters(tile))
  const click = content.kind === 'chart' ? content.click : undefined
  const selecting = useMarkSelecting(tile, chart?.query, click)
  const filtersOf = useMarkFilters(tile, chart)
  const isInWorkspace = useIsInWorkspace()
  const threads = useOpenThreads(tile)
  const pins = useThreadPins(threads, chart?.query)
  const { locale } = usePageEnvironment()
  const actor = useActor()
  const mayCopyIt = useView((view) => chart !== undefined && mayCopyChart(actor, chart, view), [actor, chart])
  const mayCopy = mayEdit && isInWorkspace && mayCopyIt
  const itemOf = () => ({
    ...(isInWorkspace ? { chartId: chart?.id } : { query: chart?.query }),
    parameters: asked.values,
    filters: [...filters.conditions],
  })
  const { onMark: openMenu, menu: markMenu } = useMarkMenu(
    chart === undefined
      ? null
      : {
          name: chart.name,
          query: chart.query,
          visual: chart.visual,
          parameters: asked.parameters,
          folderId: chart.folderId,
          annotates: mayEditChart && isInWorkspace ? chart.id : null,
          onComment: isInWorkspace
            ? (mark) =>
                void import('@/features/comments/comment-on-mark').then(
                  ({ commentOnMark }) => commentOnMark(tile, chart, mark, locale),
                  reportProblem,
                )
            : null,
          itemOf,
          filtersOf,
          selecting,
          filterNames: Object.values(filters.names),
        },
  )
  const views = useViews()
  const onMark = useMemo(() => {
    if (click === undefined || !opensPage(click) || openMenu === undefined) return openMenu
    return (mark: ChosenMark) => {
      if (mark.isMain !== true) return openMenu(mark)
      void import('../clicks/open-click').then(
        ({ openClick }) => openClick(views.getState().view, click, mark),
        reportProblem,
      )
    }
  }, [click, openMenu, views])
  const { charts } = props
  const measureHues = useMemo(() => (chart === undefined ? null : measureHuesOf(chart, charts)), [chart, charts])
  const chosenColors = useMemo(() => (chart === undefined ? null : chosenColorsOf(chart, charts)), [chart, charts])
  const source = use(DashboardFiltersContext)
  const missing = useMemo(
    () => missingValues(tile, asked.parameters, asked.values, source),
    [tile, asked.parameters, asked.values, source],
  )
  const leftOut = useMemo(
    () =>
      content.kind === 'chart' && mayEdit && isInWorkspace
        ? {
            isLeftOut: content.isLeftOut === true,
            set: (leaveOut: boolean) => void actions.setLeftOut(tile, content, leaveOut),
          }
        : null,
    [actions, content, isInWorkspace, mayEdit, tile],
  )
  const [isChoosingClick, setChoosingClick] = useState<'never' | 'open' | 'closed'>('never')
  const mayChooseClick = mayEdit && isInWorkspace
  const openClickChoice = useMemo(() => (mayChooseClick ? () => setChoosingClick('open') : null), [mayChooseClick])
  const [isMapping, setMapping] = useState(false)
  const hasParameters = asked.parameters.length > 0 && mayEdit
  const openMapping = useMemo(() => (hasParameters ? () => setMapping(true) : null), [hasParameters])

  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  // Stable, so that a chart is not drawn again because its tile, or another one, is being moved.
  const tools = useMemo<TileTools>(
    () => ({
      mayEdit,
      mayEditContent,
      isEditing: isEditing && mayEditContent,
      setEditing,
      onGrab: mayEdit ? (event) => latest.current.onGrab(event, 'move') : null,
      duplicateAndChange: mayCopy
        ? () => {
            if (chart === undefined) return
            const { actions: acts, tile: one, allTiles: tiles } = latest.current
            acts.duplicateAndChange(one, chart, tiles).catch(reportProblem)
          }
        : null,
      duplicate: () => void latest.current.actions.duplicateTile(latest.current.tile, latest.current.allTiles),
      remove: () => {
        focusNeighbour(ref.current)
        void latest.current.actions.removeTile(latest.current.tile)
      },
      copyLink: () => void copyLink(tileLink(latest.current.tile)),
      download: isInWorkspace
        ? () => {
            const { dashboardId: id, id: tileId } = latest.current.tile
            shellState$.downloading.set({ kind: 'dashboard', id, tileId, search: window.location.search })
          }
        : null,
      comment: isInWorkspace
        ? () => {
            const { dashboardId, id: tileId } = latest.current.tile
            askForComments(dashboardId, { kind: 'write', about: { tileId } })
          }
        : null,
    }),
    [chart, isEditing, isInWorkspace, mayCopy, mayEdit, mayEditContent],
  )
  const { width, height } = tileInside(sizedAs, gridWidth, isSingleColumn)
  const inside = useMemo(() => ({ width, height }), [width, height])
  const chartId = chart?.id
  const onRename = useCallback((next: string) => chartId && void actions.renameChart(chartId, next), [actions, chartId])

  const isAllowedKey = {
    focus: true,
    enter: true,
    layout: mayEdit,
    blocked: mayEdit,
    remove: mayEdit,
    edit: mayEditContent,
    open: isInWorkspace,
    deselect: isSelected,
  } as const satisfies Record<TileKeyAction['kind'], boolean>
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const action = tileKeyAction(event, tile, layout)
    if (action === null) return
    // What may not be written is read.
    const isRead = action.kind === 'edit' && event.key === 'Enter' && !mayEditContent
    if (!isRead && !isAllowedKey[action.kind]) return
    event.preventDefault()
    switch (action.kind) {
      case 'layout':
        say(placeSentence(name, action.layout, tile.id))
        return onLayout(action.layout, action.label)
      case 'blocked':
        return say(`${name} cannot go further ${action.direction}.`)
      case 'focus':
        return document.getElementById(`tile-${action.id}`)?.focus()
      case 'enter':
        return enterTile(ref.current)
      case 'edit':
        return isRead ? enterTile(ref.current) : setEditing(true)
      case 'open':
        return content.kind === 'chart' ? navigate(`/charts/${content.chartId}`) : undefined
      case 'remove':
        return tools.remove()
      case 'deselect':
        return onSelect(false)
    }
  }

  return (
    <TileFrame
      ref={ref}
      id={tile.id}
      name={name}
      place={place}
      isSelected={isSelected}
      isStop={props.isStop}
      isActive={isActive}
      onSelect={() => onSelect(true)}
      onKeyDown={onKeyDown}
      onResizeGrab={mayEdit && !isSection ? (event) => onGrab(event, 'resize') : null}
      isBare={isSection}
    >
      {content.kind === 'text' && isSection ? (
        <HeadingTile
          name={name}
          hiddenCount={props.hiddenCount}
          tools={tools}
          onCollapse={(isCollapsed) => props.onCollapse(tile.id, isCollapsed)}
          onRename={(text) => void actions.setText(tile, text, content.text, newId()).catch(reportProblem)}
        />
      ) : content.kind === 'text' ? (
        <TextTile
          name={name}
          text={content.text}
          of={noteDraftKey(tile.dashboardId, tile.id)}
          mayStore={actions.mayEdit}
          isShown={(text) => actions.hasText(tile.id, text)}
          tools={tools}
          onStore={(text, seen, actionId) => actions.setText(tile, text, seen, actionId)}
        />
      ) : content.kind === 'image' ? (
        <ImageTile
          dashboardId={tile.dashboardId}
          name={name}
          content={content}
          isCompact={isCompact}
          tools={tools}
          onChange={(next) => void actions.setImage(tile, next, 'Change picture')}
          onReplaced={(imageId) => void actions.setImage(tile, { ...content, imageId }, 'Replace picture')}
        />
      ) : chart === undefined || chart.deletedAt !== null ? (
        <MissingChartTile trashedName={chart?.name ?? null} isCompact={isCompact} tools={tools} />
      ) : (
        <MeasureHuesContext value={measureHues}>
          <ChosenColorsContext value={chosenColors}>
            <PinsContext value={isInWorkspace ? pins : null}>
              <ChartTile
                chart={chart}
                initial={initial}
                tileRef={ref}
                refreshCount={refreshCount}
                inside={inside}
                isCompact={isCompact}
                parameters={asked.values}
                missing={missing}
                filters={filters}
                onMark={onMark}
                selecting={selecting}
                leftOut={leftOut}
                onParameters={openMapping}
                onClickChoice={openClickChoice}
                tileId={tile.id}
                onRename={onRename}
                tools={tools}
              />
            </PinsContext>
          </ChosenColorsContext>
        </MeasureHuesContext>
      )}
      {isInWorkspace && threads.length > 0 && <TileComments tile={tile} name={name} count={threads.length} />}
      {markMenu}
      {isChoosingClick !== 'never' && content.kind === 'chart' && chart !== undefined && (
        <ClickDialog
          key={JSON.stringify(content.click)}
          tile={tile}
          chart={chart}
          click={content.click}
          open={isChoosingClick === 'open'}
          onOpenChange={(next) => setChoosingClick(next ? 'open' : 'closed')}
          onChange={(next) => void actions.setClick(tile, content, next)}
        />
      )}
      {isMapping && content.kind === 'chart' && (
        <TileParametersDialog
          tile={tile}
          parameters={asked.parameters}
          inputNames={asked.inputNames}
          filters={source?.filters ?? []}
          open={isMapping}
          onOpenChange={setMapping}
          onChange={(sources) => void actions.setParameterSources(tile, { ...content, ...sources })}
        />
      )}
    </TileFrame>
  )
}

/** Keyboard focus goes to the next tile rather than nowhere. */
function focusNeighbour(tile: HTMLElement | null): void {
  if (tile === null || !tile.contains(document.activeElement)) return
  const neighbour = [tile.nextElementSibling, tile.previousElementSibling].find((one) => one?.matches('[data-tile]'))
  if (neighbour instanceof HTMLElement) neighbour.focus()
}

/** The address of a tile, with what the filters of its dashboard are set to. */
function tileLink(tile: Tile): string {
  return linkTo(`${tabHref(tile.dashboardId, tile.tabId, new URLSearchParams(location.search))}#tile-${tile.id}`)
}
