'use client'

import { use, useState } from 'react'
import type { Tile } from '@tidemark/shared/dashboards/dashboard'
import { isInScope } from '@tidemark/shared/filters/filter'
import type { FieldType } from '@tidemark/shared/query/field'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { DashboardParametersContext } from '@/features/parameters/use-dashboard-parameters'
import type { FilterInputProps } from '../filter-input-props'
import { sourcesOfFilter, typeOfFilter } from '../filter-sources'
import { SeenAnswers } from '../seen-answers'
import { DashboardFiltersContext } from '../use-dashboard-filters'

/** The charts whose data a filter's input shows. */
export interface FilterSources {
  readonly sources: readonly RunItem[]
  /** The type of the column, if known. */
  readonly type: FieldType | undefined
  /** True if other filters narrow that data. */
  readonly isNarrowed: boolean
}

/** Returns the charts whose data a filter's input shows, narrowed by the other filters. isOfAll: not narrowed. */
export function useFilterSources(of: FilterInputProps['of'], isOfAll: boolean): FilterSources {
  const dashboard = use(DashboardFiltersContext)
  const parameters = use(DashboardParametersContext)
  const actor = useActor()
  // A snapshot as the input opens, so that it does not restart when another chart comes into view.
  const [seen] = useState(() => dashboard?.seen.snapshot() ?? new SeenAnswers())
  const tiles = dashboard?.tiles
  const limitedBy = of.limitedBy ?? null
  const othersOf = (tile: Tile) => dashboard?.ofTile(tile, of.id, limitedBy).conditions ?? []
  const isNarrowed = tiles?.some((tile) => isInScope(of, tile) && othersOf(tile).length > 0) === true
  const askedWith = (tile: Tile) => ({
    parameters: parameters?.ofTile(tile).values ?? {},
    filters: isOfAll ? [] : [...othersOf(tile)],
  })
  const sources = useView(
    (view) => sourcesOfFilter(view, actor, of, tiles ?? [], seen, askedWith),
    // `askedWith` depends only on these.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [actor, of, tiles, seen, dashboard, parameters, isOfAll],
  )
  const type = useView((view) => typeOfFilter(view, of, tiles ?? [], seen), [of, tiles, seen])
  return { sources, type, isNarrowed }
}
