import type { FieldType } from '../query/field'
import type { QuestionGroup } from './question'

/** The type of a group's column in the answer. */
export function groupType({ column, grain, bin }: Pick<QuestionGroup, 'column' | 'grain' | 'bin'>): FieldType {
  if (bin !== undefined && column.type !== 'number') return bin.width.includes('.') ? 'decimal' : 'bigint'
  switch (grain) {
    case null:
      return column.type
    case 'minute':
    case 'hour':
      return 'timestamp'
    case 'hour-of-day':
    case 'day-of-month':
    case 'week-of-year':
      return 'integer'
    case 'weekday':
    case 'month-of-year':
    case 'quarter-of-year':
      return 'text'
    default:
      return 'date'
  }
}
