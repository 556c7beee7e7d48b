import type { MutatorDefs } from 'replicache'
import { ReplicacheImpl } from 'replicache/impl'

/** Replicache that tells when it writes to the disk, which it does some time after a change. */
export class PersistingReplicache<MD extends MutatorDefs> extends ReplicacheImpl<MD> {
  /** Runs each write; what was made before it began is on the disk once it has ended and the client is still open. */
  onPersist: (persist: () => Promise<void>) => Promise<void> = (persist) => persist()

  override persist(): Promise<void> {
    return this.onPersist(() => super.persist())
  }
}
