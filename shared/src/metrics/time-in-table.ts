import { columnOf, findColumn, type BuilderTable } from '../builder/suggest-join'
import { isTemporalType } from '../query/field'
import type { Metric } from './metric'

/**
 * Returns the time by which a metric of a table is followed as long as nobody chooses another: the present one where the
 * table has it, else the only column of times, by month. null for none, or where several are to choose from.
 */
export function timeInTable(table: BuilderTable | undefined, present: Metric['time']): Metric['time'] {
  const columns = (table?.columns ?? []).filter(({ type }) => isTemporalType(type))
  if (present !== null && findColumn(columns, present.column) !== undefined) return present
  const [only, ...others] = columns.filter(({ isHidden }) => isHidden !== true)
  return only === undefined || others.length > 0 ? null : { column: columnOf(null, only), grain: 'month' }
}
