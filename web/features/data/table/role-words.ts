import type { ColumnRole } from '@tidemark/shared/builder/column-role'

/** The words for the roles of columns. */
export const roleWords: Readonly<Record<ColumnRole, string>> = {
  measure: 'Measure, to add up',
  category: 'Category, to group by',
  time: 'Time',
  place: 'Place',
  key: 'Key that identifies something',
}
