import type { ParameterValues } from '@tidemark/shared/query/parameter'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'

/**
 * Returns the key of a chart's result in a page from the server, for these values and filters; empty values mean the
 * defaults.
 */
export function pageResultKey(chartId: string, values: ParameterValues, filters: readonly ResultFilter[] = []): string {
  const resultKey = Object.keys(values).length === 0 ? chartId : `${chartId} ${JSON.stringify(values)}`
  return filters.length === 0 ? resultKey : `${resultKey} ${JSON.stringify(filters)}`
}

/** Returns the chart of such a key; ids contain no spaces. */
export function chartOfPageResult(key: string): string {
  return key.split(' ', 1).join('')
}
