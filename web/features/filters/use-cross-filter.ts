'use client'

import { use, useEffect, useMemo, useRef } from 'react'
import type { ChartType, ChartVisual } from '@tidemark/shared/charts/chart-visual'
import type { Tile } from '@tidemark/shared/dashboards/dashboard'
import { effectiveValue, isInScope, type ChosenValues, type Filter } from '@tidemark/shared/filters/filter'
import type { FilterValue } from '@tidemark/shared/filters/filter-value'
import { useMayEdit } from '@/client/use-may-edit'
import { toast } from '@/ui/toaster'
import { nameForColumn } from './filter-sources'
import { choiceText } from './filter-value-text'
import { DashboardFiltersContext } from './use-dashboard-filters'
import { useFilterActions } from './use-filter-actions'

const typesOfCategories: ReadonlySet<ChartType> = new Set(['bar', 'row', 'pie', 'combo'])

/**
 * What a click on a mark of a tile's chart does: it sets the dashboard's filter on the chart's categories, and takes it back the
 * second time. Where there is none, editors are offered to add one. Undefined where a click does nothing.
 */
export function useCrossFilter(
  tile: Tile,
  visual: Pick<ChartVisual, 'type' | 'x'> | undefined,
): ((category: string | null) => void) | undefined {
  const dashboard = use(DashboardFiltersContext)
  const actions = useFilterActions(tile.dashboardId, dashboard?.filters ?? [])
  const mayEdit = useMayEdit()
  const column = visual !== undefined && typesOfCategories.has(visual.type) ? visual.x : null
  const filter = dashboard?.filters.find(
    (one) => one.kind === 'category' && one.column === column && isInScope(one, tile),
  )
  const choose = (category: string | null) => {
    if (dashboard === null || column === null) return
    if (filter !== undefined) return dashboard.choose(filter, toggled(filter, dashboard.chosen, category))
    const add = () => {
      const made = actions.add({
        name: nameForColumn(column),
        column,
        kind: 'category',
        default: null,
        scope: { kind: 'all' },
      })
      dashboard.choose(made, { kind: 'values', values: [category] })
    }
    toast(`This dashboard has no filter on “${column}”`, {
      description: `With one, a click shows ${choiceText(category)} alone on all tiles.`,
      action: { label: 'Add filter', onClick: add },
    })
  }
  const latest = useRef(choose)
  useEffect(() => {
    latest.current = choose
  })
  const isOffered = dashboard !== null && column !== null && (filter !== undefined || mayEdit)
  // Stable, so that a chart is not drawn again for it.
  return useMemo(() => (isOffered ? (category: string | null) => latest.current(category) : undefined), [isOffered])
}

/** The category alone; everything where it was among what was chosen. */
function toggled(filter: Filter, chosen: ChosenValues, category: string | null): FilterValue | null {
  const value = effectiveValue(filter, chosen)
  return value?.kind === 'values' && value.values.includes(category) ? null : { kind: 'values', values: [category] }
}
