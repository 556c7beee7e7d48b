import type { InPlace } from '@tidemark/shared/datasets/dataset'

/**
 * Returns true if both are the same table of a file in place. A file added without a table name has only one table, so
 * any table found in the same file by name is that one.
 */
export function isSameFileTable(a: InPlace, b: InPlace): boolean {
  if (a.path !== b.path) return false
  return a.table === b.table || ((a.table === null || b.table === null) && a.stamp === b.stamp)
}
