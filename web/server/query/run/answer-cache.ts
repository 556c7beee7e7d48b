import { LRUCache } from 'lru-cache'
import type { EngineResult } from '@/server/engine/process/engine-messages'

/** A cached answer. at: when it was computed, in Unix milliseconds. */
export interface StoredAnswer {
  readonly result: EngineResult
  readonly at: number
}

/** Caches answers by key. */
export interface AnswerCache {
  get(key: string): StoredAnswer | undefined
  set(key: string, answer: StoredAnswer): void
}

/** The largest share of the cache for one answer; a larger one would evict too many others. */
const maxShare = 0.25

/** Creates a cache of answers that evicts the least recently used when their total size exceeds the limit. */
export function createAnswerCache(maxBytes: number): AnswerCache {
  return new LRUCache<string, StoredAnswer>({
    maxSize: maxBytes,
    maxEntrySize: Math.floor(maxBytes * maxShare),
    // LRUCache rejects a size of 0.
    sizeCalculation: ({ result }) => result.members.byteLength + 1,
  })
}
