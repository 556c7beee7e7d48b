import { maxRestoredChanges } from '@tidemark/shared/sync/restore-entries'
import type { EntryChange } from '@tidemark/shared/sync/entry-change'
import { batchesOf } from '@tidemark/shared/sync/push-batches'

/**
 * A step in as many parts as it takes mutations to restore it, to be done in their order. A dashboard is in one part with the
 * first of its tabs, which neither can be without: they stand together where the step begins, or ends.
 */
export function restorePartsOf(changes: readonly EntryChange[]): readonly EntryChange[][] {
  const isMaking = changes[0]?.expected === null
  if (isMaking) return [...batchesOf(changes, maxRestoredChanges)]
  return [...batchesOf(changes.toReversed(), maxRestoredChanges)].map((part) => part.toReversed()).toReversed()
}
