import type { Actor } from '@tidemark/shared/access/actor'
import { jsonEqual, type JsonValue, type JsonObject } from '@tidemark/shared/base/json'
import type { EntryView, EntryTx, KeyedEntry } from '@tidemark/shared/entries/entry-tx'
import type { PageSnapshot } from '@tidemark/shared/sync/protocol'
import { EntryMap } from '@tidemark/shared/entries/entry-map'
import type { WrittenEntry } from '@/client/unsent/change-journal'

/** One change of the local database, as Replicache's watch reports it. */
export type EntryDiff =
  | { readonly op: 'add' | 'change'; readonly key: string; readonly newValue: JsonValue }
  | { readonly op: 'del'; readonly key: string }

/** An EntryView that is a new object after each change, as `useSyncExternalStore` requires. */
export interface ViewState {
  readonly view: EntryView
  /** True if the view holds everything this person can see, not only what the page brought. */
  readonly isComplete: boolean
}

/**
 * The store that React reads. It starts as the page's snapshot, which the server also rendered, so that hydration
 * matches by construction. Local data takes over once it is new enough, and unchanged entries keep their identity.
 */
export class ViewStore {
  readonly #pageEntries: EntryMap
  readonly #local = new EntryMap()
  readonly #listeners = new Set<() => void>()
  readonly serverState: ViewState
  #state: ViewState
  #isLocal = false
  readonly #onLocal: () => void
  #hasLocalData = false
  #shouldUseLocal = false
  #isReady = false
  #markReady: () => void = () => undefined
  /** Resolves once there is local data to change. */
  readonly ready = new Promise<void>((resolve) => {
    this.#markReady = resolve
  })
  /** The number of changes that are shown only on the page's entries. */
  #holdCount = 0
  /** Runs early changes one after the other, each on the result of the earlier ones. */
  #early: Promise<void> = Promise.resolve()

  /** onLocal: called when local data has taken over. */
  constructor(page: PageSnapshot, onLocal: () => void = () => undefined) {
    this.#onLocal = onLocal
    this.#pageEntries = new EntryMap(page.entries)
    this.serverState = { view: this.#pageEntries, isComplete: page.complete }
    this.#state = this.serverState
  }

  readonly getState = (): ViewState => this.#state

  readonly getServerState = (): ViewState => this.serverState

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Applies changes of the local database; they are shown at once if local data has taken over. */
  applyLocal(diffs: readonly EntryDiff[]): void {
    for (const diff of diffs) {
      if (diff.op === 'del') this.#local.delete(diff.key)
      else this.#local.set(diff.key, this.#keepIdentity(diff.key, diff.newValue))
    }
    if (this.#isLocal) this.#publish()
    this.#hasLocalData = true
    if (this.#shouldUseLocal) this.useLocal()
  }

  /** True if local data is ready to be changed. */
  get isReady(): boolean {
    return this.#isReady
  }

  get isLocal(): boolean {
    return this.#isLocal
  }

  /**
   * Shows a change made before local data has taken over, on top of the page's entries. write: what the mutation will
   * do again on local data; if it throws, nothing is shown.
   */
  async showEarly(actor: Actor, write: (tx: EarlyTx) => Promise<void>): Promise<void> {
    const shown = this.#early.then(async (): Promise<void> => {
      const tx = new EarlyTx(actor, this.#state.view.scan(''))
      await write(tx)
      if (this.#isLocal) return
      this.#state = { view: tx.entries, isComplete: this.#state.isComplete }
      this.#tell()
    })
    this.#early = shown.catch(() => undefined)
    return await shown
  }

  /** Switches to local data for good, once it has been read: until then it would look empty. */
  useLocal(): void {
    this.#shouldUseLocal = true
    if (!this.#hasLocalData) return
    this.#isReady = true
    this.#markReady()
    if (this.#holdCount === 0) this.#switchToLocal()
  }

  /**
   * Keeps the page's entries in view, because local data lacks early changes for a moment. Returns a function that ends
   * that.
   */
  holdPage(): () => void {
    this.#holdCount += 1
    return () => {
      this.#holdCount -= 1
      if (this.#holdCount === 0 && this.#isReady) this.#switchToLocal()
    }
  }

  #switchToLocal(): void {
    if (this.#isLocal) return
    this.#isLocal = true
    this.#publish()
    this.#onLocal()
  }

  #keepIdentity(key: string, value: JsonValue): JsonValue {
    const known = this.#local.get(key) ?? this.#pageEntries.get(key)
    return known !== undefined && jsonEqual(known, value) ? known : value
  }

  #publish(): void {
    this.#state = { view: this.#local, isComplete: true }
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** Runs a mutation on the page's entries; its writes are kept once it completes and discarded otherwise. */
class EarlyTx implements EntryTx {
  readonly actor: Actor
  readonly #entries: EntryMap
  readonly #before = new Map<string, JsonValue | undefined>()

  constructor(actor: Actor, entries: Iterable<KeyedEntry>) {
    this.actor = actor
    this.#entries = new EntryMap(entries)
  }

  /** All entries, with the writes applied. */
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
