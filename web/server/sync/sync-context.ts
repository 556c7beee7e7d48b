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
  /** Null where people may write as much as they like. */
  readonly budget: WriteBudget | null
  /** The schema versions of served pages; others must load anew. */
  readonly schemaVersions: readonly string[]
  /** The key for stamps of withheld texts. */
  readonly stampKey: string
  /**
   * A writing transaction of the actor's org; listeners hear of it once it is committed. run: is given the actor as they are
   * by then, which may be long after their request came. Fails with `forbidden` when they are no member any more.
   */
  write<T>(actor: Actor, run: (tx: StoreWriteTx, present: Actor) => Promise<T>): Promise<Written<T>>
}
