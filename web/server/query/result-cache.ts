import type { EngineResult } from '../engine/engine-messages'

/** An answer that was computed at `at`, in Unix milliseconds. */
export interface StoredAnswer {
  readonly result: EngineResult
  readonly at: number
}

/** Answers by key, least recently used out first, bounded in bytes. */
export interface ResultCache {
  get(key: string): StoredAnswer | undefined
  set(key: string, answer: StoredAnswer): void
}

/** An answer that would push out too many others is not kept. */
const maxShare = 0.25

export function createResultCache(maxBytes: number): ResultCache {
  const answersByKey = new Map<string, StoredAnswer>()
  let sizeBytes = 0
  const remove = (key: string): void => {
    const answer = answersByKey.get(key)
    if (answer === undefined) return
    answersByKey.delete(key)
    sizeBytes -= answer.result.members.byteLength
  }
  return {
    get: (key) => {
      const answer = answersByKey.get(key)
      if (answer === undefined) return undefined
      // A Map keeps insertion order: what was used last goes to its end.
      answersByKey.delete(key)
      answersByKey.set(key, answer)
      return answer
    },
    set: (key, answer) => {
      remove(key)
      if (answer.result.members.byteLength > maxBytes * maxShare) return
      answersByKey.set(key, answer)
      sizeBytes += answer.result.members.byteLength
      for (const oldest of answersByKey.keys()) {
        if (sizeBytes <= maxBytes) break
        remove(oldest)
      }
    },
  }
}
