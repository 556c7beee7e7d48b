import * as z from 'zod/mini'
import { exactNumber } from '@tidemark/shared/query/exact-number'
import {
  dateRangeSchema,
  isoDateSchema,
  type Parameter,
  type ParameterValue,
  type ParameterValues,
} from '@tidemark/shared/query/parameter'

const prefix = 'p.'

/**
 * Reads the parameter values in an address: `p.city=Rome`, a list `p.city=Rome&p.city=Oslo`, a range
 * `p.period=2026-01-01..2026-01-31`, and `p.city=` for none. A value that does not fit its parameter is ignored.
 */
export function valuesInAddress(query: URLSearchParams, parameters: readonly Parameter[]): ParameterValues {
  const values: Record<string, ParameterValue> = {}
  for (const parameter of parameters) {
    const texts = query.getAll(prefix + parameter.name)
    const value = texts.length === 0 ? undefined : valueOf(parameter, texts)
    if (value !== undefined) values[parameter.name] = value
  }
  return values
}

/** Returns the parameters for which an address has a value that does not fit them. */
export function refusedParameters<P extends Parameter>(query: URLSearchParams, parameters: readonly P[]): readonly P[] {
  const values = valuesInAddress(query, parameters)
  return parameters.filter(({ name }) => query.has(prefix + name) && !Object.hasOwn(values, name))
}

/** Returns an address's query with one value changed; undefined removes it, so that the default applies again. */
export function addressWithValue(
  query: URLSearchParams,
  name: string,
  value: ParameterValue | undefined,
): URLSearchParams {
  const next = new URLSearchParams(query)
  next.delete(prefix + name)
  if (value === undefined) return next
  for (const text of textsOf(value)) next.append(prefix + name, text)
  return next
}

/** Returns the query with only these values, including its `?`; empty if there are none. */
export function valuesSearch(values: ParameterValues): string {
  const query = Object.entries(values).reduce(
    (next, [name, value]) => addressWithValue(next, name, value),
    new URLSearchParams(),
  )
  return query.size === 0 ? '' : `?${query.toString()}`
}

function textsOf(value: ParameterValue): readonly string[] {
  if (value === null) return ['']
  if (Array.isArray(value)) return value.length === 0 ? [''] : value.map(String)
  return [typeof value === 'object' ? `${value.start}..${value.end}` : String(value)]
}

function valueOf(parameter: Parameter, texts: readonly string[]): ParameterValue | undefined {
  const [first = ''] = texts
  if (texts.length === 1 && first === '') return null
  switch (parameter.type) {
    case 'number':
      return exactNumber(first) ?? undefined
    case 'date-range': {
      const [start, end] = first.split('..')
      return dateRangeSchema.safeParse({ start, end }).data
    }
    case 'date':
      return isoDateSchema.safeParse(first).data
    case 'list': {
      if (parameter.of === 'date') return z.array(isoDateSchema).safeParse(texts).data
      if (parameter.of === 'text') return [...texts]
      const numbers = texts.map(exactNumber)
      return numbers.includes(null) ? undefined : numbers.flatMap((number) => number ?? [])
    }
    case 'query':
      return parameter.isMultiple ? [...texts] : first
    case 'enum':
      return parameter.options.some(({ value }) => value === first) ? first : undefined
    default:
      return first
  }
}
