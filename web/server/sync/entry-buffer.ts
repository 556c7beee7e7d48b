import { everyone, personalAudience, type Actor } from '@tidemark/shared/access/actor'
import type { JsonObject, JsonValue } from '@tidemark/shared/base/json'
import type { EntryTx, KeyedEntry } from '@tidemark/shared/entries/entry-tx'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { conceptOf, parseEntry } from '@tidemark/shared/sync/concepts'
import type { StoreWriteTx } from '../store/store'

type PendingWrite = { readonly value: JsonObject; readonly audience: string } | { readonly value: null }

/**
 * What one mutation reads and writes. Its writes are held back until `flush`, so that a refused mutation leaves nothing.
 * Entries of audiences the actor is not in do not exist for it.
 */
export class EntryBuffer implements EntryTx {
  readonly actor: Actor
  readonly #tx: StoreWriteTx
  readonly #writesByKey = new Map<string, PendingWrite>()

  constructor(actor: Actor, tx: StoreWriteTx) {
    this.actor = actor
    this.#tx = tx
  }

  async get(key: string): Promise<JsonValue | undefined> {
    const written = this.#writesByKey.get(key)
    if (written !== undefined) return written.value ?? undefined
    const stored = await this.#tx.getEntry(key)
    return stored !== undefined && this.#mayRead(stored.audience) ? (stored.value ?? undefined) : undefined
  }

  async scan(prefix: string): Promise<readonly KeyedEntry[]> {
    const valuesByKey = new Map<string, JsonValue>()
    for (const { key, value } of await this.#tx.scanEntries(prefix, this.actor.audiences)) valuesByKey.set(key, value)
    for (const [key, { value }] of this.#writesByKey) {
      if (!key.startsWith(prefix)) continue
      if (value === null) valuesByKey.delete(key)
      else valuesByKey.set(key, value)
    }
    return [...valuesByKey].sort(([a], [b]) => (a < b ? -1 : 1))
  }

  /** Fails with `invalid-mutation` for a value that does not fit, and `already-exists` for a key that others hold. */
  async set(key: string, value: JsonObject): Promise<void> {
    const parsed = parseEntry(key, value)
    // A tombstone keeps its audience as well: its readers have still to hear of the deletion.
    const audience = (await this.#tx.getEntry(key))?.audience ?? newAudience(this.actor, key)
    if (!this.#mayRead(audience)) throw new TidemarkError('already-exists', { detail: key })
    this.#writesByKey.set(key, { value: parsed, audience })
  }

  async del(key: string): Promise<void> {
    if ((await this.get(key)) !== undefined) this.#writesByKey.set(key, { value: null })
  }

  async flush(): Promise<void> {
    for (const [key, write] of this.#writesByKey) {
      if (write.value === null) await this.#tx.deleteEntry(key)
      else await this.#tx.putEntry(key, write.value, write.audience)
    }
    this.#writesByKey.clear()
  }

  #mayRead(audience: string): boolean {
    return this.actor.audiences.includes(audience)
  }
}

function newAudience(actor: Actor, key: string): string {
  return conceptOf(key) === 'mutation-error' ? personalAudience(actor.userId) : everyone
}
