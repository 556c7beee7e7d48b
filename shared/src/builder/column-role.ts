/** measure: something to add up. category, place: something to group by. time: when it happened. key: which one it is. */
export const columnRoles = ['measure', 'category', 'time', 'place', 'key'] as const
export type ColumnRole = (typeof columnRoles)[number]
