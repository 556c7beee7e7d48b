import type { JsonValue } from '@tidemark/shared/base/json'
import type { EntryView, KeyedEntry } from '@tidemark/shared/entries/entry-tx'

/** Creates a view of entries that were read in one transaction. entries: in key order. */
export function createEntryView(entries: readonly KeyedEntry[]): EntryView {
  const valuesByKey = new Map<string, JsonValue>(entries)
  return {
    get: (key) => valuesByKey.get(key),
    scan: (prefix) => scanEntries(entries, prefix),
  }
}

function* scanEntries(entries: readonly KeyedEntry[], prefix: string): Generator<KeyedEntry> {
  for (let index = firstAtOrAfter(entries, prefix); index < entries.length; index += 1) {
    const entry = entries[index]
    if (entry === undefined || !entry[0].startsWith(prefix)) return
    yield entry
  }
}

function firstAtOrAfter(entries: readonly KeyedEntry[], key: string): number {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((entries[middle]?.[0] ?? '') < key) low = middle + 1
    else high = middle
  }
  return low
}
