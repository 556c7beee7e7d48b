import type { Actor } from '@tidemark/shared/access/actor'
import { everyone, personalAudience } from '@tidemark/shared/access/actor'
import type { JsonObject, JsonValue } from '@tidemark/shared/base/json'
import type { Mutator, MutationStamp } from '@tidemark/shared/entries/define-mutator'
import type { EntryTx, EntryView, KeyedEntry } from '@tidemark/shared/entries/entry-tx'

/** A transaction on entries in a map, for tests of mutators. */
export class MapEntryTx implements EntryTx {
  readonly actor: Actor
  readonly entries = new Map<string, JsonValue>()

  constructor(userId = 'ann', changes: Partial<Actor> = {}) {
    const audiences = [everyone, personalAudience(userId)]
    this.actor = { kind: 'person', userId, orgId: 'acme', role: 'editor', audiences, grants: [], ...changes }
  }

  /** Returns a transaction of another person on the same entries. */
  as(userId: string, changes: Partial<Actor> = {}): MapEntryTx {
    const other = new MapEntryTx(userId, changes)
    Object.defineProperty(other, 'entries', { value: this.entries })
    return other
  }

  /** Runs a mutator as Replicache would, with arguments parsed by its schema. `at` is 10 by default. */
  async run<Args extends MutationStamp>(
    mutator: Mutator<string, Args>,
    args: Omit<Args, 'at' | 'actionId'>,
    at = 10,
  ): Promise<void> {
    await mutator.run(this, mutator.argsSchema.parse({ ...args, at, actionId: 'step' }))
  }

  /** The view of the entries for reading. */
  get view(): EntryView {
    return { get: (key) => this.entries.get(key), scan: (prefix) => this.#under(prefix) }
  }

  async get(key: string): Promise<JsonValue | undefined> {
    return this.entries.get(key)
  }

  async scan(prefix: string): Promise<readonly KeyedEntry[]> {
    return this.#under(prefix)
  }

  async set(key: string, value: JsonObject): Promise<void> {
    this.entries.set(key, value)
  }

  async del(key: string): Promise<void> {
    this.entries.delete(key)
  }

  #under(prefix: string): readonly KeyedEntry[] {
    return [...this.entries].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1))
  }
}
