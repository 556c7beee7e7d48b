import type { ResultData } from '../query/run-query'
import { chartTypes } from './chart-types'
import type { SuggestedColumns } from './chart-type-definition'
import type { ChartType } from './chart-visual'
import { rolesOf } from './suggest-visual'

/** Returns the best columns for a chart type until somebody chooses; empty if the result has none that fit. */
export function suggestColumns(
  type: ChartType,
  data: ResultData,
  groupedBy: readonly string[] = [],
): Partial<SuggestedColumns> {
  return chartTypes[type].suggestColumns(rolesOf(data, groupedBy))
}
