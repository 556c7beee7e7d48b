import type { PendingMutation } from 'replicache'

/** The part of Replicache that is read, and whether it is closed. */
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

/** Runs one at a time; all who ask while one is under way share the next, which sees what was there when they asked. */
export function shareRuns(run: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  return () => {
    next ??= current.then(() => {
      const started = run()
      // That one failed is for those to hear who asked for it.
      current = started.catch(() => undefined)
      next = undefined
      return started
    })
    return next
  }
}
