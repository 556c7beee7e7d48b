import { effectiveValue, type ChosenValues, type Filter } from '@tidemark/shared/filters/filter'
import { exactNumber } from '@tidemark/shared/query/exact-number'
import { filterPeriods, filterValueSchema, type FilterValue } from '@tidemark/shared/filters/filter-value'

const prefix = 'f.'

/**
 * Reads the filter values chosen in an address: `f.<id>=last-30-days` or `2026-01-01..2026-01-31`, several as
 * `f.<id>=Rome&f.<id>=Oslo`, `10..20`, or a text to search; `f.<id>=` means no restriction. Among several values `\N`
 * is null, `\` is the empty text, and any other leading `\` is doubled. A value that does not fit its filter is
 * ignored.
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

/**
 * Returns the address's query with another choice for a filter; undefined removes it, so that the default applies
 * again.
 */
export function addressWithChoice(
  query: URLSearchParams,
  filter: Pick<Filter, 'id' | 'kind' | 'default'>,
  value: FilterValue | null | undefined,
): URLSearchParams {
  const next = new URLSearchParams(query)
  next.delete(prefix + filter.id)
  if (value === undefined || (value === null && effectiveValue(filter, {}) === null)) return next
  for (const text of value === null ? [''] : textsOf(value)) next.append(prefix + filter.id, text)
  return next
}

function textsOf(value: FilterValue): readonly string[] {
  switch (value.kind) {
    case 'period':
      return [value.period]
    case 'days':
      return [`${value.from ?? ''}..${value.to ?? ''}`]
    case 'values':
      return value.values.map((text) =>
        text === null ? '\\N' : text === '' || text.startsWith('\\') ? `\\${text}` : text,
      )
    case 'range':
      return [`${value.min ?? ''}..${value.max ?? ''}`]
    case 'text':
      return [value.text]
  }
}

function valueOf({ kind }: Filter, texts: readonly string[]): FilterValue | undefined {
  const [first = ''] = texts
  switch (kind) {
    case 'time': {
      const period = filterPeriods.find((known) => known === first)
      if (period !== undefined) return { kind: 'period', period }
      const [from, to] = endsOf(first)
      return parsed({ kind: 'days', from, to })
    }
    case 'category': {
      const values = texts.map((text) => (text === '\\N' ? null : text.startsWith('\\') ? text.slice(1) : text))
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

/** Splits a range into its ends; null for an open end. Empty if the text is no range. */
function endsOf(text: string): readonly (string | null)[] {
  const ends = text.split('..')
  return ends.length === 2 ? ends.map((end) => (end.trim() === '' ? null : end.trim())) : []
}

function parsed(value: unknown): FilterValue | undefined {
  return filterValueSchema.safeParse(value).data
}
