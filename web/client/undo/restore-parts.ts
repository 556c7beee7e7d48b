import { maxRestoredChanges } from '@tidemark/shared/sync/restore-entries'
import type { EntryChange } from '@tidemark/shared/sync/entry-change'
import { batchesOf } from '@tidemark/shared/sync/push-batches'

/**
 * Splits a step into the mutations that restore it, in order. A dashboard stays in one part with its first tab, since
 * neither may exist without the other: they are adjacent at the step's start or end.
 */
export function restorePartsOf(changes: readonly EntryChange[]): readonly EntryChange[][] {
  const isMaking = changes[0]?.expected === null
  if (isMaking) return [...batchesOf(changes, maxRestoredChanges)]
  return [...batchesOf(changes.toReversed(), maxRestoredChanges)].map((part) => part.toReversed()).toReversed()
}
