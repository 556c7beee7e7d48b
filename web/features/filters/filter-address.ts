import { effectiveValue, type ChosenValues, type Filter } from '@tidemark/shared/filters/filter'
import type { LastUnits } from '@tidemark/shared/builder/question'
import { exactNumber } from '@tidemark/shared/query/exact-number'
import { filterPeriods, filterValueSchema, type FilterValue } from '@tidemark/shared/filters/filter-value'

const prefix = 'f.'

/** Returns the name of a filter's value in an address, or of what is told about it. */
export function filterName(id: string, about?: 'by' | 'was'): string {
  return about === undefined ? prefix + id : `${prefix}${id}.${about}`
}

/**
 * Reads the filter values chosen in an address: `f.<id>=last-30-days`, `3-month-1-year-ago` (`3-month-before…` without the
 * running one) or `2026-01-01..2026-01-31`, several as
 * `f.<id>=Rome&f.<id>=Oslo`, `10..20`, or a text to search; `f.<id>=` means no restriction. Many values are one text with
 * `%1F` between them. Among several values `\N`
 * is null, `\` is the empty text, and any other leading `\` is doubled. A value that does not fit its filter is
 * ignored; `refusedInAddress` tells.
 */
export function chosenInAddress(query: URLSearchParams, filters: readonly Filter[]): ChosenValues {
  const chosen: Record<string, FilterValue | null> = {}
  for (const filter of filters) {
    const texts = query.getAll(prefix + filter.id)
    if (texts.length === 0) continue
    const value = texts.length === 1 && texts[0] === '' ? null : valueOf(filter, texts)
    if (value !== undefined) chosen[filter.id] = value
  }
  return chosen
}

/** Returns the filters for which an address has a value that does not fit them. */
export function refusedInAddress(query: URLSearchParams, filters: readonly Filter[]): readonly Filter[] {
  const chosen = chosenInAddress(query, filters)
  return filters.filter(({ id }) => query.has(prefix + id) && !Object.hasOwn(chosen, id))
}

/**
 * Returns the address's query with another choice for a filter; undefined removes it, so that the value of the view or
 * the default applies again. base: the values of the view.
 */
export function addressWithChoice(
  query: URLSearchParams,
  filter: Pick<Filter, 'id' | 'kind' | 'default' | 'isRequired'>,
  value: FilterValue | null | undefined,
  base: ChosenValues = {},
): URLSearchParams {
  const isOfView = Object.hasOwn(base, filter.id) && JSON.stringify(base[filter.id]) === JSON.stringify(value)
  const isNone = value === null && (filter.isRequired === true || effectiveValue(filter, base) === null)
  const hasText = value !== undefined && !isOfView && !isNone
  return hasText ? addressWithTexts(query, filter.id, value) : addressWithoutChoice(query, filter.id)
}

/** Returns the address's query with a value for a filter; null means no restriction. */
export function addressWithTexts(query: URLSearchParams, filterId: string, value: FilterValue | null): URLSearchParams {
  const next = addressWithoutChoice(query, filterId)
  for (const text of value === null ? [''] : textsOf(value)) next.append(prefix + filterId, text)
  return next
}

function addressWithoutChoice(query: URLSearchParams, filterId: string): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const name of [filterName(filterId), filterName(filterId, 'by'), filterName(filterId, 'was')]) next.delete(name)
  return next
}

function textsOf(value: FilterValue): readonly string[] {
  switch (value.kind) {
    case 'period':
      return [value.period]
    case 'last-units':
      return [lastUnitsText(value)]
    case 'days':
      return [`${value.from ?? ''}..${value.to ?? ''}`]
    case 'values':
      return together(
        value.values.map((text) => (text === null ? '\\N' : text === '' || text.startsWith('\\') ? `\\${text}` : text)),
      )
    case 'range':
      return [`${value.min ?? ''}..${value.max ?? ''}`]
    case 'text':
      return [value.text]
  }
}

/** The character between many values: a long address is refused by servers, and each name makes it longer. */
const between = '\u001f'
const mostNamed = 20

function together(texts: readonly string[]): readonly string[] {
  const isShort = texts.length <= mostNamed || texts.some((text) => text.includes(between))
  return isShort ? texts : [texts.join(between)]
}

function valueOf({ kind }: Filter, texts: readonly string[]): FilterValue | undefined {
  const [first = ''] = texts
  switch (kind) {
    case 'time': {
      const period = filterPeriods.find((known) => known === first)
      if (period !== undefined) return { kind: 'period', period }
      const units = lastUnitsPattern.exec(first)?.groups
      if (units !== undefined) return parsed(lastUnitsOf(units))
      const [from, to] = endsOf(first)
      return parsed({ kind: 'days', from, to })
    }
    case 'category': {
      const values = texts
        .flatMap((text) => text.split(between))
        .map((text) => (text === '\\N' ? null : text.startsWith('\\') ? text.slice(1) : text))
      return parsed({ kind: 'values', values })
    }
    case 'number': {
      const [min, max] = endsOf(first).map((text) => (text === null ? null : (exactNumber(text) ?? undefined)))
      return parsed({ kind: 'range', min, max })
    }
    case 'search':
      return parsed({ kind: 'text', text: first })
  }
}

const lastUnitsPattern =
  /^(?<count>\d+)-(?<unit>[a-z]+)(?<before>-before)?(?:-(?<agoCount>\d+)-(?<agoUnit>[a-z]+)-ago)?$/

function lastUnitsText({ count, unit, includesCurrent, ago }: LastUnits): string {
  const earlier = ago === undefined ? '' : `-${ago.count}-${ago.unit}-ago`
  return `${count}-${unit}${includesCurrent ? '' : '-before'}${earlier}`
}

/** Returns the unchecked value. */
function lastUnitsOf({
  count,
  unit,
  before,
  agoCount,
  agoUnit,
}: Readonly<Record<string, string | undefined>>): unknown {
  const ago = agoCount === undefined ? {} : { ago: { count: Number(agoCount), unit: agoUnit } }
  return { kind: 'last-units', count: Number(count), unit, includesCurrent: before === undefined, ...ago }
}

/** Splits a range into its ends; null for an open end. Empty if the text is no range. */
function endsOf(text: string): readonly (string | null)[] {
  const ends = text.split('..')
  return ends.length === 2 ? ends.map((end) => (end.trim() === '' ? null : end.trim())) : []
}

function parsed(value: unknown): FilterValue | undefined {
  return filterValueSchema.safeParse(value).data
}
