'use client'

import { createContext, use, useCallback, useEffect, useMemo, useState } from 'react'
import type { Actor } from '@tidemark/shared/access/actor'
import { isLeftOut, opensPage, type Tile, type TileClick, type TileId } from '@tidemark/shared/dashboards/dashboard'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import type { Query } from '@tidemark/shared/query/run-query'
import { navigate, useLocation } from '@/client/page/navigation'
import { useView, useViews } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import type { MarkSelecting } from '@/features/charts/selections/mark-selecting'
import type { Selection } from '@/features/charts/selections/selection'
import { reportProblem } from '@/features/messages/report-problem'
import { nameForColumn } from './filter-sources'
import type { LiveBrush } from './brush/live-brush'
import type { filtersBySelections, SelectedMarks, typeInTile } from './selection-rules'
import type { addressWithMarks, addressWithoutMarks, marksInFilters } from './marks-in-filters'
import type { LeftOutPart, selectionsInAddress } from './selection-address'
import { bothFilters, type TileFilters } from './tile-filters'
import type { DashboardFilters } from './use-dashboard-filters'

/** The marks chosen in a dashboard's tiles, which the address holds: everybody chooses their own. */
export interface MarkSelections {
  readonly selected: SelectedMarks
  /** Those of them that no filter of the dashboard holds. */
  readonly outsideFilters: SelectedMarks
  /** The parts of the address that choose less than they say. */
  readonly leftOut: readonly LeftOutPart[]
  /** The filters of each tile by the marks of others. */
  readonly filters: ReadonlyMap<TileId, TileFilters>
  /** The answers while a range is being drawn; null until one was. */
  readonly live: LiveBrush | null
  /** Fetches what `live` is. */
  readonly follow: () => void
  /** tileId null: all tiles. selection null: nothing. isContinued: going back undoes the choice before, too. */
  readonly choose: (tileId: TileId | null, selection: Selection | null, isContinued?: boolean) => void
}

export const MarkSelectionsContext = createContext<MarkSelections | null>(null)

interface Rules {
  readonly selectionsInAddress: typeof selectionsInAddress
  readonly typeInTile: typeof typeInTile
  readonly marksInFilters: typeof marksInFilters
  readonly addressWithMarks: typeof addressWithMarks
  readonly addressWithoutMarks: typeof addressWithoutMarks
  readonly filtersBySelections: typeof filtersBySelections
}

/** Fetched once marks are chosen: most visits choose none. */
let rules: Promise<Rules> | null = null
function loadRules(): Promise<Rules> {
  return (rules ??= Promise.all([
    import('./selection-rules'),
    import('./selection-address'),
    import('./marks-in-filters'),
  ]).then(([own, address, inFilters]) => ({ ...own, ...address, ...inFilters })))
}

interface ReadAddress {
  readonly selected: readonly (readonly [TileId, Selection])[]
  readonly inFilters: readonly (readonly [TileId, Selection])[]
  readonly leftOut: readonly LeftOutPart[]
  readonly filters: readonly (readonly [TileId, TileFilters])[]
}

const nothing: ReadAddress = { selected: [], inFilters: [], leftOut: [], filters: [] }

type FiltersAsked = Pick<DashboardFilters, 'filters' | 'tiles' | 'chosen' | 'byMarks'>

function readAddress(rules: Rules, view: EntryView, actor: Actor, of: FiltersAsked, text: string): ReadAddress {
  const { tiles } = of
  const { selected, leftOut } = rules.selectionsInAddress(new URLSearchParams(text), tiles, (tile, column) =>
    rules.typeInTile(view, tile, column),
  )
  const inFilters = rules.marksInFilters(view, of)
  const filters = rules.filtersBySelections(view, actor, tiles, selected)
  return { selected: [...selected], inFilters: [...inFilters], leftOut, filters: [...filters] }
}

/** of: the filters of the dashboard, some of which marks may have set. */
export function useMarkSelections(of: FiltersAsked): MarkSelections {
  const { filters: ofDashboard, tiles, chosen, byMarks } = of
  const { pathname, query } = useLocation()
  const actor = useActor()
  const text = query.toString()
  // Asked of the same promise in each try of a rendering: React counts the hooks after it.
  const found = byMarks.size > 0 || /(?:^|&)s\./.test(text) ? use(loadRules()) : null
  const key = useView(
    (view) =>
      found === null
        ? null
        : JSON.stringify(readAddress(found, view, actor, { filters: ofDashboard, tiles, chosen, byMarks }, text)),
    [found, actor, ofDashboard, tiles, chosen, byMarks, text],
  )
  const { selected, outsideFilters, leftOut, filters } = useMemo(() => {
    const read = key === null ? nothing : (JSON.parse(key) as ReadAddress) // its own JSON
    const outside: SelectedMarks = new Map(read.selected)
    const all = new Map(outside)
    for (const [id, parts] of read.inFilters) all.set(id, [...(outside.get(id) ?? []), ...parts])
    return { selected: all, outsideFilters: outside, leftOut: read.leftOut, filters: new Map(read.filters) }
  }, [key])
  const views = useViews()
  const [live, setLive] = useState<LiveBrush | null>(null)
  const follow = useCallback(() => {
    void import('./brush/live-brush').then(
      ({ LiveBrush: Live }) => setLive((known) => known ?? new Live({ view: () => views.getState().view, actor })),
      (error: unknown) => console.info('what draws ranges could not be fetched', error),
    )
  }, [views, actor])
  useEffect(() => live?.setChosen(selected, tiles), [live, selected, tiles])
  return useMemo(
    () => ({
      live,
      follow,
      selected,
      outsideFilters,
      leftOut,
      filters,
      choose: (tileId, selection, isContinued = false) =>
        void loadRules().then(
          ({ addressWithMarks: withMarks, addressWithoutMarks: without }) => {
            const now = new URLSearchParams(window.location.search)
            const tile = tiles.find(({ id }) => id === tileId)
            const { view } = views.getState()
            const next = (
              tile === undefined ? without(now, ofDashboard) : withMarks(now, view, tile, selection, ofDashboard)
            ).toString()
            navigate(next === '' ? pathname : `${pathname}?${next}`, { replace: isContinued, keepsScroll: true })
          },
          (error: unknown) => {
            rules = null
            reportProblem(error)
          },
        ),
    }),
    [live, follow, selected, outsideFilters, leftOut, filters, ofDashboard, tiles, views, pathname],
  )
}

/** Returns a tile's filters with what the marks chosen in other tiles leave of it. */
export function useWithSelections(tile: Tile, filters: TileFilters): TileFilters {
  const bySelections = use(MarkSelectionsContext)?.filters.get(tile.id)
  const key = JSON.stringify(bySelections ?? null)
  // Keeps the object's identity while it is equal, so that the chart is not drawn again.
  return useMemo(() => bothFilters(filters, (JSON.parse(key) as TileFilters | null) ?? undefined), [filters, key])
}

/** Returns how a tile's marks are chosen; undefined outside dashboards and for a tile that is left out. */
export function useMarkSelecting(
  tile: Tile,
  query: Query | undefined,
  click: TileClick | undefined,
): MarkSelecting | undefined {
  const selections = use(MarkSelectionsContext)
  const choose = selections?.choose
  const chosenKey = JSON.stringify(selections?.selected.get(tile.id) ?? null)
  const { id } = tile
  const isOut = isLeftOut(tile)
  const isOnClick = click === undefined || click.kind === 'filter'
  const opensOnClick = click !== undefined && opensPage(click)
  const live = selections?.live ?? null
  const follow = selections?.follow
  return useMemo(
    () =>
      choose === undefined || query === undefined || isOut
        ? undefined
        : {
            query,
            chosen: JSON.parse(chosenKey) as Selection | null, // its own JSON
            isOnClick,
            opensOnClick,
            preview: (next) => {
              if (live === null) follow?.()
              return live === null || live.preview(id, next)
            },
            endPreview: () => live?.end(),
            choose: (next, isContinued) => choose(id, next, isContinued),
            nameOf: nameForColumn,
          },
    [choose, query, chosenKey, isOnClick, opensOnClick, id, isOut, live, follow],
  )
}
