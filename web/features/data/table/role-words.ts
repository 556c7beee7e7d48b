import type { ColumnRole } from '@tidemark/shared/builder/column-role'

/** The words for the roles of columns. */
export const roleWords: Readonly<Record<ColumnRole, string>> = {
  measure: 'A measure, to add up',
  category: 'A category, to group by',
  time: 'A time',
  place: 'A place',
  key: 'A key: which one it is',
}
