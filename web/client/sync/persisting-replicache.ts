import type { MutatorDefs } from 'replicache'
import { ReplicacheImpl } from 'replicache/impl'
import { readIncluded } from '../unsent/read-replica'

/** Replicache that reports its writes to the disk, which follow a change after a while. */
export class PersistingReplicache<MD extends MutatorDefs> extends ReplicacheImpl<MD> {
  /** Runs each write; what was made before it began is on the disk once it has ended and the client is still open. */
  onPersist: (persist: () => Promise<void>) => Promise<void> = (persist) => persist()

  /** The last mutation of each client of this browser that the server has confirmed. */
  async readAcknowledged(): Promise<Readonly<Record<string, number>>> {
    const read = await this.memdag.read()
    try {
      const head = await read.getHead('main')
      if (head === undefined) return {}
      // A commit names the one before it by its hash.
      return await readIncluded(head, async (hash) => (await read.mustGetChunk(hash as typeof head)).data)
    } finally {
      read.release()
    }
  }

  override persist(): Promise<void> {
    return this.onPersist(() => super.persist())
  }
}
