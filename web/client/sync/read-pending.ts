import type { PendingMutation } from 'replicache'

/** What is read of Replicache, and whether it is closed by now. */
interface PendingSource {
  readonly closed: boolean
  experimentalPendingMutations(): Promise<readonly PendingMutation[]>
}

/**
 * The changes that this browser has not sent yet; null once Replicache is closed, which ends the reads of its database that are under
 * way with an error.
 */
export async function readPending(replicache: PendingSource): Promise<readonly PendingMutation[] | null> {
  if (replicache.closed) return null
  try {
    return await replicache.experimentalPendingMutations()
  } catch (thrown) {
    if (replicache.closed) return null
    throw thrown
  }
}
