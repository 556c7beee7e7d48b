import type { Actor } from '@tidemark/shared/access/actor'
import { everyone, personalAudience } from '@tidemark/shared/access/actor'
import type { JsonObject, JsonValue } from '@tidemark/shared/base/json'
import type { Mutator, MutationStamp } from '@tidemark/shared/entries/define-mutator'
import type { EntryTx, EntryView, KeyedEntry } from '@tidemark/shared/entries/entry-tx'

/** Entries in a map, for tests of mutators. */
export class MapEntryTx implements EntryTx {
  readonly actor: Actor
  readonly entries = new Map<string, JsonValue>()

  constructor(userId = 'ann', changes: Partial<Actor> = {}) {
    const audiences = [everyone, personalAudience(userId)]
    this.actor = { kind: 'person', userId, orgId: 'acme', role: 'editor', audiences, grants: [], ...changes }
  }

  /** The same entries as another person has them. */
  as(userId: string, changes: Partial<Actor> = {}): MapEntryTx {
    const other = new MapEntryTx(userId, changes)
    Object.defineProperty(other, 'entries', { value: this.entries })
    return other
  }

  /** Runs a mutator as Replicache would: arguments through its schema; `at` is 10 unless given. */
  async run<Args extends MutationStamp>(
    mutator: Mutator<string, Args>,
    args: Omit<Args, 'at' | 'actionId'>,
    at = 10,
  ): Promise<void> {
    await mutator.run(this, mutator.argsSchema.parse({ ...args, at, actionId: 'step' }))
  }

  /** The readers' view of the entries. */
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
