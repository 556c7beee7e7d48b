import type { ParameterValues } from '@tidemark/shared/query/parameter'

/** What a page from the server calls the result of a chart that was asked with these values; none: the defaults. */
export function pageResultKey(chartId: string, values: ParameterValues): string {
  return Object.keys(values).length === 0 ? chartId : `${chartId} ${JSON.stringify(values)}`
}
