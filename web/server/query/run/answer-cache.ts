import { LRUCache } from 'lru-cache'
import type { EngineResult } from '@/server/engine/process/engine-messages'

/** An answer that was computed at `at`, in Unix milliseconds. */
export interface StoredAnswer {
  readonly result: EngineResult
  readonly at: number
}

/** Answers by key. */
export interface AnswerCache {
  get(key: string): StoredAnswer | undefined
  set(key: string, answer: StoredAnswer): void
}

/** The largest share of the cache for one answer; a larger one would evict too many others. */
const maxShare = 0.25

/** Caches answers and evicts the least recently used when they are larger together. */
export function createAnswerCache(maxBytes: number): AnswerCache {
  return new LRUCache<string, StoredAnswer>({
    maxSize: maxBytes,
    maxEntrySize: Math.floor(maxBytes * maxShare),
    // The cache takes no size of 0.
    sizeCalculation: ({ result }) => result.members.byteLength + 1,
  })
}
