import { maxPushRequestBytes } from '@tidemark/shared/sync/protocol'
import { maxRestoredChanges, type EntryChange } from '@tidemark/shared/sync/restore-entries'

/**
 * A step in as many parts as it takes mutations to restore it, to be done in their order. A dashboard is in one part with the
 * first of its tabs, which neither can be without: they stand together where the step begins, or ends.
 */
export function restorePartsOf(changes: readonly EntryChange[]): readonly EntryChange[][] {
  const isMaking = changes[0]?.expected === null
  if (isMaking) return cut(changes)
  return cut(changes.toReversed())
    .map((part) => part.toReversed())
    .toReversed()
}

function cut(changes: readonly EntryChange[]): EntryChange[][] {
  const encoder = new TextEncoder()
  const parts: EntryChange[][] = []
  let sizeBytes = 0
  for (const change of changes) {
    const changeBytes = encoder.encode(JSON.stringify(change)).byteLength
    const part = parts.at(-1)
    if (part !== undefined && part.length < maxRestoredChanges && sizeBytes + changeBytes <= maxPushRequestBytes) {
      part.push(change)
      sizeBytes += changeBytes
    } else {
      parts.push([change])
      sizeBytes = changeBytes
    }
  }
  return parts
}
