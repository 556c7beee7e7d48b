import { maxPushRequestBytes } from './protocol'

/**
 * Yields the items in order, in batches that fit a push: at most `mostItems` each, and too large only if a single item
 * is.
 */
export function* batchesOf<T>(items: readonly T[], mostItems: number): Generator<T[]> {
  let batch: T[] = []
  let sizeBytes = 0
  const encoder = new TextEncoder()
  for (const item of items) {
    const itemBytes = encoder.encode(JSON.stringify(item)).byteLength
    if (batch.length > 0 && (batch.length === mostItems || sizeBytes + itemBytes > maxPushRequestBytes)) {
      yield batch
      batch = []
      sizeBytes = 0
    }
    batch.push(item)
    sizeBytes += itemBytes
  }
  if (batch.length > 0) yield batch
}
