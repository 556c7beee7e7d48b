import type { Tile } from '@tidemark/shared/dashboards/dashboard'
import { dayAfter } from '@tidemark/shared/base/calendar-day'
import type { DataDays } from '@tidemark/shared/filters/data-days'
import { effectiveValue, type ChosenValues, type Filter } from '@tidemark/shared/filters/filter'
import { filterConditions, type FilterCalendar } from '@tidemark/shared/filters/filter-conditions'
import type { FilterKind, FilterValue } from '@tidemark/shared/filters/filter-value'
import { exactNumber } from '@tidemark/shared/query/exact-number'
import { isoDateSchema, parameterLabel, type Parameter, type ParameterValue } from '@tidemark/shared/query/parameter'

/** The filters of a dashboard with what was chosen, of which parameters of tiles take their values. */
export interface FilterSource {
  readonly filters: readonly Filter[]
  readonly chosen: ChosenValues
  readonly calendar: FilterCalendar
  readonly days: ReadonlyMap<Filter['id'], DataDays>
}

/** Where a parameter of a tile takes its value: a filter, or one end of its range. */
export type ParameterFilter = NonNullable<Extract<Tile['content'], { kind: 'chart' }>['parameterFilters']>[string]

/** Returns the filters from which the parameters of a tile take their values, by parameter. */
export function parameterFiltersOf({ content }: Pick<Tile, 'content'>): Readonly<Record<string, ParameterFilter>> {
  return content.kind === 'chart' ? (content.parameterFilters ?? {}) : {}
}

/** Returns where a parameter takes its value; undefined also for names such as `constructor`. */
export function givenFilter(
  filtering: Readonly<Record<string, ParameterFilter>>,
  name: string,
): ParameterFilter | undefined {
  return Object.hasOwn(filtering, name) ? filtering[name] : undefined
}

/** Returns the parts of a filter's value that a parameter can take; none if they do not fit. */
export function partsFor(parameter: Parameter, kind: FilterKind): readonly ParameterFilter['part'][] {
  switch (parameter.type) {
    case 'date-range':
      return kind === 'time' ? ['value'] : []
    case 'date':
      return kind === 'time' ? ['from', 'to'] : []
    case 'number':
      return kind === 'number' ? ['from', 'to'] : kind === 'category' ? ['value'] : []
    case 'list':
      return kind === 'category' ? ['value'] : []
    case 'query':
      return kind === 'category' || (kind === 'search' && !parameter.isMultiple) ? ['value'] : []
    case 'text':
    case 'enum':
      return kind === 'category' || kind === 'search' ? ['value'] : []
  }
}

/** The value that a parameter takes; problem: why it takes none although the filter has a value. */
export interface TakenValue {
  readonly filter: Filter
  readonly value: ParameterValue | undefined
  readonly problem: string | null
}

/** Returns what a filter gives a parameter; null if the filter is gone or no longer fits: its default counts. */
export function takenValue(
  parameter: Parameter,
  { filterId, part }: ParameterFilter,
  source: FilterSource,
): TakenValue | null {
  const filter = source.filters.find(({ id }) => id === filterId)
  if (filter === undefined || !partsFor(parameter, filter.kind).includes(part)) return null
  const chosen = effectiveValue(filter, source.chosen)
  if (chosen === null) return { filter, value: undefined, problem: null }
  const calendar = { ...source.calendar, lastDay: source.days.get(filter.id)?.last }
  const value = valueFor(parameter, chosen, part, calendar)
  if (value !== undefined) return { filter, value, problem: null }
  const isMany = chosen.kind === 'values' && chosen.values.length > 1
  const problem = isMany
    ? `“${parameterLabel(parameter)}” takes one value, and the filter “${filter.name}” has ${chosen.values.length}.`
    : `“${parameterLabel(parameter)}” cannot take the value of the filter “${filter.name}”.`
  return { filter, value: undefined, problem }
}

function valueFor(
  parameter: Parameter,
  value: FilterValue,
  part: ParameterFilter['part'],
  calendar: FilterCalendar,
): ParameterValue | undefined {
  switch (value.kind) {
    case 'values': {
      const texts = value.values.filter((text) => text !== null)
      if (texts.length < value.values.length) return undefined
      if (parameter.type === 'list') return listOf(parameter.of, texts)
      if (parameter.type === 'query' && parameter.isMultiple) return texts
      const [only, second] = texts
      if (only === undefined || second !== undefined) return undefined
      return parameter.type === 'number' ? (exactNumber(only) ?? undefined) : only
    }
    case 'text':
      return value.text
    case 'range':
      return (part === 'from' ? value.min : value.max) ?? undefined
    case 'period':
    case 'last-units':
    case 'days':
      return daysFor(filterConditions('', value, calendar), part)
  }
}

function listOf(of: 'text' | 'number' | 'date', texts: string[]): ParameterValue | undefined {
  if (of === 'text') return texts
  if (of === 'date') return texts.every((text) => isoDateSchema.safeParse(text).success) ? texts : undefined
  const numbers = texts.flatMap((text) => exactNumber(text) ?? [])
  return numbers.length === texts.length ? numbers : undefined
}

/** Returns the first and last day of half-open conditions; an end without one is the first or last day there is. */
function daysFor(
  conditions: ReturnType<typeof filterConditions>,
  part: ParameterFilter['part'],
): ParameterValue | undefined {
  const ends = new Map(conditions.map(({ op, value }) => [op, typeof value === 'string' ? value : undefined]))
  const [from, before] = [ends.get('>='), ends.get('<')]
  const to = before === undefined ? undefined : dayAfter(before, -1)
  if (part === 'from') return from
  if (part === 'to') return to
  return from === undefined && to === undefined ? undefined : { start: from ?? '0001-01-01', end: to ?? '9999-12-31' }
}
