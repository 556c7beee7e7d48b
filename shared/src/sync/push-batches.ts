import { maxPushRequestBytes } from './protocol'

/** In their order, so many at a time as a push takes: each batch has at most that many, and only one that is alone is too large. */
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
