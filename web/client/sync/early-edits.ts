import type { Actor } from '@tidemark/shared/access/actor'
import type { JsonObject, JsonValue } from '@tidemark/shared/base/json'
import type { EntryTx, KeyedEntry } from '@tidemark/shared/entries/entry-tx'
import type { WrittenEntry } from '@/client/unsent/change-journal'
import { EntryMap } from '../../../shared/src/entries/entry-map'

/**
 * Runs a mutation while only the page's entries are there; its reads and writes are kept once it completes, else
 * discarded.
 */
export class EarlyTx implements EntryTx {
  readonly actor: Actor
  readonly #entries: EntryMap
  readonly #before = new Map<string, JsonValue | undefined>()

  constructor(actor: Actor, entries: Iterable<KeyedEntry>) {
    this.actor = actor
    this.#entries = new EntryMap(entries)
  }

  /** Everything there is, with what was written. */
  get entries(): EntryMap {
    return this.#entries
  }

  get writes(): readonly WrittenEntry[] {
    return [...this.#before].map(([key, before]) => ({ key, before, after: this.#entries.get(key) }))
  }

  async get(key: string): Promise<JsonValue | undefined> {
    return this.#entries.get(key)
  }

  async scan(prefix: string): Promise<readonly KeyedEntry[]> {
    return [...this.#entries.scan(prefix)]
  }

  async set(key: string, value: JsonObject): Promise<void> {
    this.#note(key)
    this.#entries.set(key, value)
  }

  async del(key: string): Promise<void> {
    this.#note(key)
    this.#entries.delete(key)
  }

  #note(key: string): void {
    if (!this.#before.has(key)) this.#before.set(key, this.#entries.get(key))
  }
}
