'use client'

import { use, useEffect, useMemo, useRef } from 'react'
import { categoricalTypes, type ChartVisual } from '@tidemark/shared/charts/chart-visual'
import type { Tile } from '@tidemark/shared/dashboards/dashboard'
import { effectiveValue, isInScope } from '@tidemark/shared/filters/filter'
import { valueText } from '@tidemark/shared/query/value-words'
import { useMayEditDashboard } from '@/client/workspace/use-may-edit'
import type { MarkFilter } from '@/features/charts/mark-menu'
import { nameForColumn } from './filter-sources'
import { DashboardFiltersContext } from './use-dashboard-filters'
import { useFilterActions } from './use-filter-actions'

/**
 * How a tile's categories filter the dashboard. onCategory: toggles the filter's value; undefined if there is no
 * filter. filterOf: returns this as a menu command, or, for editors without a filter, a command that adds one; null if
 * neither is possible.
 */
export interface CrossFilter {
  readonly onCategory: ((category: string | null) => void) | undefined
  readonly filterOf: ((category: string | null) => MarkFilter) | null
}

export function useCrossFilter(tile: Tile, visual: Pick<ChartVisual, 'type' | 'x'> | undefined): CrossFilter {
  const dashboard = use(DashboardFiltersContext)
  const actions = useFilterActions(tile.dashboardId, dashboard?.filters ?? [])
  const mayEdit = useMayEditDashboard(tile.dashboardId)
  const column = visual !== undefined && categoricalTypes.has(visual.type) ? visual.x : null
  const filter = dashboard?.filters.find(
    (one) => one.kind === 'category' && one.column === column && isInScope(one, tile),
  )
  const filterOf = (category: string | null): MarkFilter => {
    const text = valueText(category)
    if (dashboard === null || column === null) throw new Error('nothing filters by this')
    if (filter === undefined) {
      const add = () => {
        const name = nameForColumn(column)
        const made = actions.add({ name, column, kind: 'category', default: null, scope: { kind: 'all' } })
        dashboard.choose(made, { kind: 'values', values: [category] })
      }
      return { label: `Add a filter: ${nameForColumn(column)} = ${text}`, isOn: false, choose: add }
    }
    const value = effectiveValue(filter, dashboard.chosen)
    const isOn = value?.kind === 'values' && value.values.includes(category)
    return {
      label: isOn ? `Show all of ${filter.name}` : `Filter by ${filter.name} = ${text}`,
      isOn,
      choose: () => dashboard.choose(filter, isOn ? null : { kind: 'values', values: [category] }),
    }
  }
  const latest = useRef(filterOf)
  useEffect(() => {
    latest.current = filterOf
  })
  const isOn = dashboard !== null && column !== null
  const hasFilter = isOn && filter !== undefined
  // Stable, so that the chart is not redrawn.
  const onCategory = useMemo(
    () => (hasFilter ? (category: string | null) => latest.current(category).choose() : undefined),
    [hasFilter],
  )
  return { onCategory, filterOf: hasFilter || (isOn && mayEdit) ? filterOf : null }
}
