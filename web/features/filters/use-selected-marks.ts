'use client'

import { createContext, use, useMemo } from 'react'
import { isLeftOut, type Tile, type TileId } from '@tidemark/shared/dashboards/dashboard'
import type { Query } from '@tidemark/shared/query/run-query'
import { navigate, useLocation } from '@/client/page/navigation'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import type { MarkSelecting } from '@/features/charts/selections/mark-selecting'
import type { Selection } from '@/features/charts/selections/selection'
import { nameForColumn } from './filter-sources'
import { bothFilters, filtersBySelections, type SelectedMarks } from './selected-marks'
import { addressWithSelection, selectionsInAddress } from './selection-address'
import type { TileFilters } from './tile-filters'

/** The marks chosen in a dashboard's tiles, which the address holds: everybody chooses their own. */
export interface MarkSelections {
  readonly selected: SelectedMarks
  /** The filters of each tile by the marks of others. */
  readonly filters: ReadonlyMap<TileId, TileFilters>
  /** tileId null: all tiles. selection null: nothing. isContinued: going back undoes the choice before, too. */
  readonly choose: (tileId: TileId | null, selection: Selection | null, isContinued?: boolean) => void
}

export const MarkSelectionsContext = createContext<MarkSelections | null>(null)

/** tiles: all of the dashboard. */
export function useMarkSelections(tiles: readonly Tile[]): MarkSelections {
  const { pathname, query } = useLocation()
  const actor = useActor()
  const text = query.toString()
  const selected = useMemo(() => selectionsInAddress(new URLSearchParams(text), tiles), [text, tiles])
  const key = useView(
    (view) => JSON.stringify([...filtersBySelections(view, actor, tiles, selected)]),
    [actor, tiles, selected],
  )
  return useMemo(
    () => ({
      selected,
      filters: new Map(JSON.parse(key) as readonly [TileId, TileFilters][]), // its own JSON
      choose: (tileId, selection, isContinued = false) => {
        const next = addressWithSelection(new URLSearchParams(window.location.search), tileId, selection).toString()
        navigate(next === '' ? pathname : `${pathname}?${next}`, { replace: isContinued, keepsScroll: true })
      },
    }),
    [selected, key, pathname],
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
export function useMarkSelecting(tile: Tile, query: Query | undefined, isOnClick: boolean): MarkSelecting | undefined {
  const selections = use(MarkSelectionsContext)
  const choose = selections?.choose
  const chosenKey = JSON.stringify(selections?.selected.get(tile.id) ?? null)
  const { id } = tile
  const isOut = isLeftOut(tile)
  return useMemo(
    () =>
      choose === undefined || query === undefined || isOut
        ? undefined
        : {
            query,
            chosen: JSON.parse(chosenKey) as Selection | null, // its own JSON
            isOnClick,
            choose: (next, isContinued) => choose(id, next, isContinued),
            nameOf: nameForColumn,
          },
    [choose, query, chosenKey, isOnClick, id, isOut],
  )
}
