import {
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  useLayoutEffect,
  type RefObject,
} from 'react'
import { gridColumns, gridGapPx, gridRowHeightPx, type Tile } from '@tidemark/shared/dashboards/dashboard'
import {
  compactLayout,
  layoutRows,
  sectionsOf,
  withCollapsed,
  withoutCollapsed,
} from '@tidemark/shared/dashboards/tile-layout'
import type { RunResult } from '@tidemark/shared/query/run-query'
import { useUi, useUiState } from '@/client/workspace/ui-state'
import { useView } from '@/client/workspace/use-view'
import { chartsOfTiles } from '@/features/filters/filter-sources'
import { DashboardFiltersContext } from '@/features/filters/use-dashboard-filters'
import { pageResultKey } from '@/features/parameters/page-result-key'
import { DashboardParametersContext } from '@/features/parameters/use-dashboard-parameters'
import { DashboardTile } from '../tiles/dashboard-tile'
import { TilePlaceholder } from '../tiles/tile-frame'
import type { DashboardActions } from '../use-dashboard-actions'
import { useTileFocus } from './use-tile-focus'
import { useTileGesture } from './use-tile-gesture'
import { cssZoom } from '@/ui/css-zoom'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useCollapsedSections, useSidebarOpen } from '@/features/preferences/shell-preferences-context'
import { gridWidthPx, singleColumnMaxPx } from './grid-geometry'

interface DashboardGridProps {
  /** The tiles of the shown tab as stored. */
  readonly tiles: readonly Tile[]
  /** By chart and the values and filters it was asked with. */
  readonly results: Readonly<Record<string, RunResult | Promise<RunResult>>>
  readonly actions: DashboardActions
  readonly refreshCount: number
  /** A text tile just made: it opens for writing. */
  readonly writtenId: string | null
}

/** The tiles of a tab where they lie. The HTML and the style sheet alone place them; scripts add moving. */
export function DashboardGrid({ tiles, results, actions, refreshCount, writtenId }: DashboardGridProps) {
  const gridRef = useRef<HTMLDivElement>(null)
  const { gridWidth, isSingleColumn } = useGridWidth(gridRef)
  const [sentence, setSentence] = useState('')
  const { stopId, before, behind, onKeyDown, onFocus } = useTileFocus()
  const ui = useUiState()
  const selectedId = useUi((state) => state.selectedTileId.get())
  const whole = useMemo(() => compactLayout(tiles), [tiles])
  const [collapsed, setCollapsed] = useCollapsedSections()
  const layout = useMemo(() => withoutCollapsed(whole, collapsed), [whole, collapsed])
  const countByHeading = useMemo(
    () => new Map(sectionsOf(whole).map((one) => [one.heading?.id, one.tiles.length])),
    [whole],
  )

  const charts = useView((view) => chartsOfTiles(view, whole), [whole])

  const saveLayout = useCallback(
    (next: readonly Tile[], label: string) => actions.saveLayout(tiles, withCollapsed(next, whole, collapsed), label),
    [actions, tiles, whole, collapsed],
  )
  const { gesture, start } = useTileGesture(gridRef, layout, saveLayout)
  const shown = gesture?.layout ?? layout
  const shownById = new Map(shown.map((tile) => [tile.id, tile]))
  const shownStopId = layout.some(({ id }) => id === stopId) ? stopId : layout[0]?.id
  const held = gesture === null || gesture.settling ? undefined : shownById.get(gesture.id)
  // The page was made with the values of its address.
  const [opened] = useState(use(DashboardParametersContext))
  const [openedFilters] = useState(use(DashboardFiltersContext))
  const resultOf = (tile: Tile) =>
    tile.content.kind === 'chart'
      ? results[
          pageResultKey(
            tile.content.chartId,
            opened?.ofTile(tile).values ?? {},
            openedFilters?.ofTile(tile).conditions ?? [],
          )
        ]
      : undefined
  useSelectedByAddress((id) => {
    const section = sectionsOf(whole).find((one) => one.tiles.some((tile) => tile.id === id))
    if (section?.heading && collapsed.has(section.heading.id)) setCollapsed(section.heading.id, false)
  })

  return (
    <>
      <div
        ref={gridRef}
        role="group"
        aria-label="Tiles"
        className="tile-grid scaled-to-paper"
        data-single-column={isSingleColumn ? '' : undefined}
        style={gridStyle(layoutRows(shown), gridWidth)}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        <span ref={before} tabIndex={-1} className="absolute" />
        {held && <TilePlaceholder place={held.place} />}
        {/* In the order of the stored layout also while dragging: moving elements would end the drag. */}
        {layout.map((tile) => {
          const isActive = gesture?.id === tile.id
          const target = shownById.get(tile.id) ?? tile
          return (
            <DashboardTile
              key={tile.id}
              tile={tile}
              layout={layout}
              place={isActive && !gesture.settling ? tile.place : target.place}
              sizedAs={target.place}
              gridWidth={gridWidth}
              isSingleColumn={isSingleColumn}
              isSelected={selectedId === tile.id}
              isStop={tile.id === shownStopId}
              isActive={isActive}
              initial={resultOf(tile)}
              refreshCount={refreshCount}
              isNew={writtenId === tile.id}
              hiddenCount={collapsed.has(tile.id) ? (countByHeading.get(tile.id) ?? null) : null}
              onCollapse={setCollapsed}
              allTiles={whole}
              charts={charts}
              actions={actions}
              onSelect={(isSelected) => ui.selectedTileId.set(isSelected ? tile.id : null)}
              onGrab={(event, kind) => start(event, tile, kind)}
              onLayout={(next, label) => void saveLayout(next, label)}
              say={setSentence}
            />
          )
        })}
        <span ref={behind} tabIndex={-1} className="absolute" />
      </div>
      <p id="tile-keys" hidden>
        Arrow keys go to other tiles, Enter goes into this one, Escape back.
      </p>
      <p id="tile-edit-keys" hidden>
        Alt and the arrow keys move the tile, Alt, Shift and the arrow keys resize it, Delete removes it.
      </p>
      <p role="status" aria-live="polite" className="sr-only">
        {sentence}
      </p>
    </>
  )
}

/** A link to a tile ends in its id: the tile it names is selected, and in sight. open: opens the section that it lies in. */
function useSelectedByAddress(open: (id: string) => void): void {
  const ui = useUiState()
  const latest = useRef(open)
  useEffect(() => {
    const id = /^#tile-([A-Za-z0-9_-]+)$/.exec(location.hash)?.[1]
    if (id !== undefined) {
      latest.current(id)
      ui.selectedTileId.set(id)
      requestAnimationFrame(() => document.getElementById(`tile-${id}`)?.scrollIntoView({ block: 'nearest' }))
    }
    return () => void ui.selectedTileId.set(null)
  }, [ui])
}

function gridStyle(rows: number, gridWidth: number): CSSProperties {
  // React's type knows no custom properties.
  return {
    '--columns': gridColumns,
    '--row': `${gridRowHeightPx}px`,
    '--gap': `${gridGapPx}px`,
    '--rows': rows,
    '--drawn-width': gridWidth,
  } as CSSProperties
}

const sidebarWidthPx = { open: 236, collapsed: 52 } as const

interface GridWidth {
  readonly gridWidth: number
  readonly isSingleColumn: boolean
}

/** The grid's width in pixels: reckoned from the window on the server and in the first render, measured afterwards. */
function useGridWidth(ref: RefObject<HTMLElement | null>): GridWidth {
  const { viewportWidth } = usePageEnvironment()
  const [isSidebarOpen] = useSidebarOpen()
  const reckoned = gridWidthPx(viewportWidth, isSidebarOpen ? sidebarWidthPx.open : sidebarWidthPx.collapsed)
  const [measured, setMeasured] = useState<number | null>(null)
  useLayoutEffect(() => {
    const grid = ref.current
    if (grid === null) return
    const measure = () => {
      // On paper it has the width it had, which may be scaled.
      if (!matchMedia('print').matches) setMeasured(grid.getBoundingClientRect().width / cssZoom(grid))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(grid)
    return () => observer.disconnect()
  }, [ref])
  return { gridWidth: measured ?? reckoned, isSingleColumn: viewportWidth <= singleColumnMaxPx }
}
