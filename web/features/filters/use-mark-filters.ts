'use client'

import { use } from 'react'
import { dayAfter } from '@tidemark/shared/base/calendar-day'
import { nextUnitStart } from '@tidemark/shared/builder/date-unit'
import { dateUnits } from '@tidemark/shared/builder/question'
import { namesThrough } from '@tidemark/shared/builder/stages/question-stages'
import type { Chart } from '@tidemark/shared/charts/chart'
import type { Tile } from '@tidemark/shared/dashboards/dashboard'
import { effectiveValue, isInScope, type Filter } from '@tidemark/shared/filters/filter'
import type { FilterValue } from '@tidemark/shared/filters/filter-value'
import { isTemporalType, type FieldType } from '@tidemark/shared/query/field'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useMayEditDashboard } from '@/client/workspace/use-may-edit'
import type { MarkFilter } from '@/features/charts/mark-menu-source'
import type { ChosenMark, MarkValue } from '@/features/charts/mark-rows'
import { nameForColumn } from './filter-sources'
import { filterValueText } from './filter-value-text'
import { DashboardFiltersContext } from './use-dashboard-filters'
import { useFilterActions } from './use-filter-actions'

/** The values of a mark, and the answer that it is of. */
type FilteringMark = Pick<ChosenMark, 'values' | 'data'>

/**
 * Returns the menu commands for a mark's values: to toggle a filter's value or, for editors without a filter, to add one; null
 * outside dashboards.
 */
export function useMarkFilters(
  tile: Tile,
  chart: Pick<Chart, 'visual' | 'query'> | undefined,
): ((mark: FilteringMark) => readonly MarkFilter[]) | null {
  const { locale } = usePageEnvironment()
  const dashboard = use(DashboardFiltersContext)
  const actions = useFilterActions(tile.dashboardId, dashboard?.filters ?? [])
  const mayEdit = useMayEditDashboard(tile.dashboardId)
  const inScope = (dashboard?.filters ?? []).filter((one) => isInScope(one, tile))

  const toggle = (filter: Filter, value: FilterValue): Pick<MarkFilter, 'isOn' | 'choose'> => {
    if (dashboard === null) throw new Error('nothing filters here')
    const current = effectiveValue(filter, dashboard.chosen)
    const isOn = isWithin(value, current)
    return { isOn, choose: () => dashboard.choose(filter, isOn ? null : value) }
  }
  const filtersOf = ({ values, data }: FilteringMark): readonly MarkFilter[] =>
    values.flatMap((one): readonly MarkFilter[] => {
      if (dashboard === null) return []
      const type = data.fields.find(({ name }) => name === one.column)?.type ?? 'text'
      const names = columnsMeant(one, chart?.query)
      const known = names.flatMap((name) => inScope.filter(({ column }) => column === name))
      for (const filter of known) {
        const value = valueFor(filter.kind, one, type, data)
        if (value === null) continue
        const { isOn, choose } = toggle(filter, value)
        const text = filterValueText(value, locale, undefined, type)
        return [
          {
            label: isOn ? `Clear the filter ${filter.name}` : `Filter by ${filter.name} = ${text}`,
            isOn,
            choose,
            column: filter.column,
          },
        ]
      }
      const kind = isTemporalType(type) ? 'time' : 'category'
      const value = valueFor(kind, one, type, data)
      const isOfFew = type === 'text' || type === 'boolean' || kind === 'time' || one.column === chart?.visual.x
      if (!mayEdit || value === null || known.length > 0 || !isOfFew) return []
      const column = names.at(-1) ?? one.column
      const add = () => {
        const made = actions.add({ name: nameForColumn(column), column, kind, default: null, scope: { kind: 'all' } })
        dashboard.choose(made, value)
      }
      const text = filterValueText(value, locale, undefined, type)
      return [{ label: `Add a filter: ${nameForColumn(column)} = ${text}`, isOn: false, choose: add }]
    })
  return dashboard === null ? null : filtersOf
}

/**
 * Returns the names that filters may use for a column of the answer: its own name and, for a group by time or a value
 * among the largest, also the name of the grouped column.
 */
function columnsMeant({ column, value }: MarkValue, query: Chart['query'] | undefined): readonly string[] {
  if (query?.kind !== 'builder') return [column]
  return namesThrough(query.question, column, value).names
}

/** Returns the filter value that lets only this value through; null if this kind of filter has none. */
export function valueFor(
  kind: Filter['kind'],
  { column, value }: MarkValue,
  type: FieldType,
  { grains }: Pick<ResultData, 'grains'>,
): FilterValue | null {
  if (kind === 'category') return { kind: 'values', values: [value === null ? null : String(value)] }
  if (kind !== 'time' || !isTemporalType(type) || typeof value !== 'string') return null
  const day = /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0]
  if (day === undefined) return null
  const unit = dateUnits.find((one) => one === grains?.[column]) ?? 'day'
  return { kind: 'days', from: day, to: dayAfter(nextUnitStart(day, unit), -1) }
}

function isWithin(value: FilterValue, current: FilterValue | null): boolean {
  if (value.kind === 'values') return current?.kind === 'values' && current.values.includes(value.values[0] ?? null)
  return JSON.stringify(value) === JSON.stringify(current)
}
