import type { MutatorDefs } from 'replicache'
import { ReplicacheImpl } from 'replicache/impl'
import { readIncluded } from '../unsent/read-replica'

/** Replicache with a hook for its writes to disk, which follow a change with a delay. */
export class PersistingReplicache<MD extends MutatorDefs> extends ReplicacheImpl<MD> {
  /** Wraps each write. Changes made before it began are on disk once it has ended, if the client is still open. */
  onPersist: (persist: () => Promise<void>) => Promise<void> = (persist) => persist()

  /** Reads the last mutation of each client of this browser that the server has confirmed. */
  async readAcknowledged(): Promise<Readonly<Record<string, number>>> {
    const read = await this.memdag.read()
    try {
      const head = await read.getHead('main')
      if (head === undefined) return {}
      // A commit refers to the previous one by its hash.
      return await readIncluded(head, async (hash) => (await read.mustGetChunk(hash as typeof head)).data)
    } finally {
      read.release()
    }
  }

  override persist(): Promise<void> {
    return this.onPersist(() => super.persist())
  }
}
