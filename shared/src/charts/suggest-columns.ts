import type { ResultData } from '../query/run-query'
import { chartTypes } from './chart-types'
import type { ChartType, ChartVisual } from './chart-visual'
import { rolesOf } from './suggest-visual'

/** The columns that a chart of a type is best drawn from until somebody chooses; empty if the result has none that fit. */
export function suggestColumns(
  type: ChartType,
  data: ResultData,
  groupedBy: readonly string[] = [],
): Partial<Pick<ChartVisual, 'x' | 'y'>> {
  return chartTypes[type].suggestColumns(rolesOf(data, groupedBy))
}
