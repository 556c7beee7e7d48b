import type { Actor } from '@tidemark/shared/access/actor'
import { jsonEqual, type JsonValue } from '@tidemark/shared/base/json'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import type { PageSnapshot } from '@tidemark/shared/sync/protocol'
import { EarlyTx } from './early-edits'
import { EntryMap } from '../../../shared/src/entries/entry-map'

/** One change of the local database, as Replicache's watch reports it. */
export type EntryDiff =
  | { readonly op: 'add' | 'change'; readonly key: string; readonly newValue: JsonValue }
  | { readonly op: 'del'; readonly key: string }

/** An EntryView that is a new object after each change, as `useSyncExternalStore` wants it. */
export interface ViewState {
  readonly view: EntryView
  /** True if the view holds everything this person can see, not only what the page brought. */
  readonly isComplete: boolean
}

/**
 * The store that React reads. It starts as the page's own snapshot, which is also what the server rendered, so
 * hydration is equal by construction; local data takes over by the switch rule, and entries that did not change keep
 * their identity.
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
  /** How many changes are shown on the page's entries alone. */
  #holdCount = 0
  /** One after the other, each on what the one before shows. */
  #early: Promise<void> = Promise.resolve()

  /** onLocal: local data has taken over. */
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

  /** Takes in what changed in the local database; shown at once when local data has taken over. */
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
   * Shows what is done before local data has taken over, on top of what the page brought. write: as the mutation will do it
   * again on local data; when it throws, nothing is shown.
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

  /** Local data takes over for good, once it is read: until then it would look empty. */
  useLocal(): void {
    this.#shouldUseLocal = true
    if (!this.#hasLocalData) return
    this.#isReady = true
    this.#markReady()
    if (this.#holdCount === 0) this.#switchToLocal()
  }

  /** Keeps the page's entries in view: without what was done early, local data would lack it for a moment. Returns how to end that. */
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
