import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { Author, Client, Store, StoreWriteTx } from '../server/store/store'
import { override } from './override'

/** A committed transaction. confirmed: last mutation ids in the order in which they were written. */
export interface Commit {
  readonly version: number
  readonly confirmed: readonly { readonly clientId: string; readonly groupId: string; readonly id: number }[]
}

interface CommitEvents {
  /** Called after each commit, before its caller continues. */
  readonly onCommit: (commit: Commit) => Promise<void>
  /** Returns after how many writes of a transaction the disk fails; null for never. */
  readonly writesBeforeFailure: () => number | null
}

/** Wraps a store so that it reports its commits, and its disk fails when the simulation decides. */
export function recordCommits(store: Store, { onCommit, writesBeforeFailure }: CommitEvents): Store {
  return override(store, {
    write: async <T>(orgId: string, author: Author, run: (tx: StoreWriteTx) => Promise<T>) => {
      const confirmed: Commit['confirmed'][number][] = []
      const writesLeft = writesBeforeFailure()
      const written = await store.write(orgId, author, async (tx) => {
        const disk = createDisk(writesLeft)
        const value = await run(
          recordWrites(tx, disk.write, ({ id, groupId, lastMutationId }) => {
            confirmed.push({ clientId: id, groupId, id: lastMutationId })
          }),
        )
        // The transaction wrote less than that, so the commit itself fails.
        if (writesLeft !== null && disk.hasWritten()) throw diskFailure()
        return value
      })
      if (written.version !== null) await onCommit({ version: written.version, confirmed })
      return written
    },
  })
}

function createDisk(writesLeft: number | null) {
  let count = 0
  return {
    hasWritten: () => count > 0,
    write: () => {
      count += 1
      if (writesLeft !== null && count > writesLeft) throw diskFailure()
    },
  }
}

function recordWrites(
  tx: StoreWriteTx,
  write: () => void,
  onClient: (client: Omit<Client, 'version'>) => void,
): StoreWriteTx {
  return override(tx, {
    putEntry: async (key, value, audience) => {
      write()
      await tx.putEntry(key, value, audience)
    },
    moveEntry: async (key, audience) => {
      write()
      await tx.moveEntry(key, audience)
    },
    deleteEntry: async (key) => {
      write()
      await tx.deleteEntry(key)
    },
    putClientGroup: async (group) => {
      write()
      await tx.putClientGroup(group)
    },
    putClient: async (client) => {
      write()
      await tx.putClient(client)
      onClient(client)
    },
  })
}

function diskFailure(): TidemarkError {
  return new TidemarkError('store-failed', { detail: 'The simulated disk failed.' })
}
