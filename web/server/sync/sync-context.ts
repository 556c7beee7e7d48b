import type { Actor } from '@tidemark/shared/access/actor'
import type { Logger } from '../observability/log'
import type { Readers } from './readers'
import type { Store, StoreWriteTx, Written } from '../store/store'
import type { WriteBudget } from './write-budget'

/** The context that push, pull and the server's own writes share. */
export interface SyncContext {
  readonly store: Store
  readonly readers: Readers
  readonly log: Logger
  /** Unix milliseconds. */
  readonly clock: () => number
  /** The limit on how much people may write; null if there is none. */
  readonly budget: WriteBudget | null
  /** The schema versions of the pages that are served; pages with another one must reload. */
  readonly schemaVersions: readonly string[]
  /** The key for the stamps of withheld texts. */
  readonly stampKey: string
  /**
   * Runs a writing transaction in the actor's org and notifies listeners once it has committed. run: receives the actor
   * with the rights they have by then, which may be long after their request. Fails with `forbidden` if they are no
   * longer a member.
   */
  write<T>(actor: Actor, run: (tx: StoreWriteTx, present: Actor) => Promise<T>): Promise<Written<T>>
}
