import type { InPlace } from '@tidemark/shared/datasets/dataset'

/**
 * True if both are one table of a file in place. What was added without a name has one table alone: any that was found in the same
 * file by a name is that one.
 */
export function isSameFileTable(a: InPlace, b: InPlace): boolean {
  if (a.path !== b.path) return false
  return a.table === b.table || ((a.table === null || b.table === null) && a.stamp === b.stamp)
}
