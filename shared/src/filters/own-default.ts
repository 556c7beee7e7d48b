import type { Actor } from '../access/actor'
import { valuesOfAttribute } from '../access/attributes'
import { assertNever } from '../base/assert-never'
import { exactNumber } from '../query/exact-number'
import type { Filter } from './filter'
import type { FilterKind, FilterValue } from './filter-value'

type Reader = Pick<Actor, 'kind' | 'role' | 'attributes'>

/** True if a filter of the kind can begin with a person's own attribute. */
export function takesAttribute(kind: FilterKind): boolean {
  return kind !== 'time'
}

/**
 * Returns the filters as a person opens them: where the default is an attribute, their own values are the default. Who has
 * none keeps the filter's plain default. Only for showing: an editor changes the stored filter.
 */
export function withOwnDefaults(filters: readonly Filter[], reader: Reader): readonly Filter[] {
  if (filters.every(({ defaultAttribute }) => (defaultAttribute ?? null) === null)) return filters
  return filters.map((filter) => {
    const own = ownDefault(filter, reader)
    return own === null ? filter : { ...filter, default: own }
  })
}

function ownDefault({ kind, defaultAttribute }: Filter, reader: Reader): FilterValue | null {
  if (defaultAttribute === undefined || defaultAttribute === null) return null
  const values = valuesOfAttribute(reader, defaultAttribute)
  const [first] = values
  if (first === undefined) return null
  switch (kind) {
    case 'category':
      return { kind: 'values', values }
    case 'search':
      return { kind: 'text', text: first }
    case 'number': {
      const number = exactNumber(first)
      return number === null ? null : { kind: 'range', min: number, max: number }
    }
    case 'time':
      return null
    default:
      return assertNever(kind)
  }
}
