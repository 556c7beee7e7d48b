import type { ParameterValues } from '@tidemark/shared/query/parameter'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'

/**
 * The key, in a page from the server, of a chart's result with these values and filters; none: the defaults
 * alone.
 */
export function pageResultKey(chartId: string, values: ParameterValues, filters: readonly ResultFilter[] = []): string {
  const asked = Object.keys(values).length === 0 ? chartId : `${chartId} ${JSON.stringify(values)}`
  return filters.length === 0 ? asked : `${asked} ${JSON.stringify(filters)}`
}

/** The chart whose result is called so: ids have no spaces. */
export function chartOfPageResult(key: string): string {
  return key.split(' ', 1).join('')
}
