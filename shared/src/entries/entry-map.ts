import type { JsonValue } from '@tidemark/shared/base/json'
import type { EntryView, KeyedEntry } from '@tidemark/shared/entries/entry-tx'

/** Keeps entries in memory with sorted keys, so that a prefix is found by bisection. */
export class EntryMap implements EntryView {
  readonly #values = new Map<string, JsonValue>()
  #keys: string[] = []
  #isSorted = true

  constructor(entries: Iterable<KeyedEntry> = []) {
    for (const [key, value] of entries) this.set(key, value)
  }

  get size(): number {
    return this.#values.size
  }

  get(key: string): JsonValue | undefined {
    return this.#values.get(key)
  }

  set(key: string, value: JsonValue): void {
    if (!this.#values.has(key)) {
      this.#isSorted &&= this.#keys.length === 0 || (this.#keys.at(-1) ?? '') < key
      this.#keys.push(key)
    }
    this.#values.set(key, value)
  }

  delete(key: string): void {
    if (!this.#values.delete(key)) return
    const keys = this.#sortedKeys()
    keys.splice(lowerBound(keys, key), 1)
  }

  *scan(prefix: string): Generator<KeyedEntry> {
    const keys = this.#sortedKeys()
    for (let index = lowerBound(keys, prefix); index < keys.length; index += 1) {
      const key = keys[index]
      if (key === undefined || !key.startsWith(prefix)) return
      const value = this.#values.get(key)
      if (value !== undefined) yield [key, value]
    }
  }

  #sortedKeys(): string[] {
    if (!this.#isSorted) {
      this.#keys.sort()
      this.#isSorted = true
    }
    return this.#keys
  }
}

function lowerBound(keys: readonly string[], target: string): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((keys[middle] ?? '') < target) low = middle + 1
    else high = middle
  }
  return low
}
