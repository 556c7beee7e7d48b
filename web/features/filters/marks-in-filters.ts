import { dayAfter } from '@tidemark/shared/base/calendar-day'
import { otherValue } from '@tidemark/shared/builder/question'
import { outputNames } from '@tidemark/shared/builder/part-labels'
import { namesThrough } from '@tidemark/shared/builder/stages/question-stages'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import type { Tile, TileId } from '@tidemark/shared/dashboards/dashboard'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { effectiveValue, isInScope, type Filter } from '@tidemark/shared/filters/filter'
import { filterValueSchema, type FilterValue } from '@tidemark/shared/filters/filter-value'
import { isoDateSchema } from '@tidemark/shared/query/parameter'
import { exactNumber } from '@tidemark/shared/query/exact-number'
import type { SelectedColumn, Selection } from '@/features/charts/selections/selection'
import { addressWithTexts, filterName } from './filter-address'
import { partOfValue } from './filters-by-marks'
import { addressWithSelection } from './selection-address'
import type { SelectedMarks } from './selection-rules'
import type { DashboardFilters } from './use-dashboard-filters'

/**
 * Returns an address's query with other marks chosen in a tile; null for none. What a filter of the dashboard can hold becomes
 * its value; the filters that had theirs from the tile get back what they had before. filters: of the dashboard.
 */
export function addressWithMarks(
  address: URLSearchParams,
  view: EntryView,
  tile: Tile,
  selection: Selection | null,
  filters: readonly Filter[],
): URLSearchParams {
  const held = new Map<SelectedColumn, { readonly filter: Filter; readonly value: FilterValue }>()
  for (const part of selection ?? []) {
    const fitting = filters.flatMap((filter) => {
      const isOfColumn = isInScope(filter, tile) && columnOfMarks(view, tile, filter.column) === part.column
      const value = isOfColumn ? valueOfPart(filter.kind, part) : null
      return value === null ? [] : [{ filter, value }]
    })
    const [first] = fitting
    if (first !== undefined) held.set(part, first)
  }
  const isHeld = new Set([...held.values()].map(({ filter }) => filter.id))
  const own = filters.filter(({ id }) => address.get(filterName(id, 'by')) === tile.id && !isHeld.has(id))
  const left = (selection ?? []).filter((part) => !held.has(part))
  let next = addressWithSelection(withoutMarksOf(address, own), tile.id, left.length === 0 ? null : left)
  for (const { filter, value } of held.values()) {
    const [name, by, was] = [filterName(filter.id), filterName(filter.id, 'by'), filterName(filter.id, 'was')]
    const before = address.has(by) ? address.getAll(was) : address.getAll(name)
    next = addressWithTexts(next, filter.id, value)
    next.set(by, tile.id)
    for (const text of before) next.append(was, text)
  }
  return next
}

/** Returns an address's query without any chosen marks. filters: of the dashboard. */
export function addressWithoutMarks(address: URLSearchParams, filters: readonly Filter[]): URLSearchParams {
  const set = filters.filter(({ id }) => address.has(filterName(id, 'by')))
  return addressWithSelection(withoutMarksOf(address, set), null, null)
}

/** Returns an address's query in which filters have what they had before marks gave them their values. */
function withoutMarksOf(address: URLSearchParams, filters: readonly Filter[]): URLSearchParams {
  const next = new URLSearchParams(address)
  for (const { id } of filters) {
    const before = next.getAll(filterName(id, 'was'))
    for (const name of [filterName(id), filterName(id, 'by'), filterName(id, 'was')]) next.delete(name)
    for (const text of before) next.append(filterName(id), text)
  }
  return next
}

/** Returns the marks that filters got their values from, by tile. */
export function marksInFilters(
  view: EntryView,
  { filters, tiles, chosen, byMarks }: Pick<DashboardFilters, 'filters' | 'tiles' | 'chosen' | 'byMarks'>,
): SelectedMarks {
  const selected = new Map<TileId, Selection>()
  for (const filter of filters) {
    const tile = tiles.find(({ id }) => id === byMarks.get(filter.id)?.tileId)
    const value = effectiveValue(filter, chosen)
    const part = tile && value && partOfValue(columnOfMarks(view, tile, filter.column), value)
    if (tile && part) selected.set(tile.id, [...(selected.get(tile.id) ?? []), part])
  }
  return selected
}

/** Returns the name by which marks of a tile choose the column of a filter. */
function columnOfMarks(view: EntryView, { content }: Tile, column: string): string {
  const query = content.kind === 'chart' ? getChart(view, content.chartId)?.query : undefined
  if (query?.kind !== 'builder') return column
  if (query.question.steps !== undefined) return namesThrough(query.question, column).names.slice(1).at(-1) ?? column
  return query.question.groups[outputNames(query.question).indexOf(column)]?.column.name ?? column
}

/** Returns a part of a selection as the value of a filter of a kind; null if it has none that is the same. */
function valueOfPart(kind: Filter['kind'], part: SelectedColumn): FilterValue | null {
  if (part.kind === 'values')
    return kind === 'category' && !part.values.includes(otherValue)
      ? parsed({ kind: 'values', values: part.values })
      : null
  const { from, to, isToIn } = part
  if (kind === 'number' && isToIn) return parsed({ kind: 'range', min: numberOf(from), max: numberOf(to) })
  const isOfDays = [from, to].every((end) => end === null || isoDateSchema.safeParse(end).success)
  return kind === 'time' && !isToIn && isOfDays
    ? parsed({ kind: 'days', from, to: typeof to === 'string' ? dayAfter(to, -1) : null })
    : null
}

function numberOf(end: string | number | null): unknown {
  return end === null ? null : (exactNumber(String(end)) ?? undefined)
}

function parsed(value: unknown): FilterValue | null {
  return filterValueSchema.safeParse(value).data ?? null
}
