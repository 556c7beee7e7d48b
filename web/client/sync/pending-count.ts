import type { PendingMutation } from 'replicache'

/** The part of Replicache that is read, and whether it is closed. */
interface PendingSource {
  readonly closed: boolean
  experimentalPendingMutations(): Promise<readonly PendingMutation[]>
}

/**
 * Returns the changes that this browser has not sent yet; null once Replicache is closed, because closing fails reads
 * that are under way.
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

/**
 * Runs one at a time; all who ask during a run share the next one, which sees everything that was there when they
 * asked.
 */
export function shareRuns(run: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  return () => {
    next ??= current.then(() => {
      const started = run()
      // A failure is for those who asked for that run.
      current = started.catch(() => undefined)
      next = undefined
      return started
    })
    return next
  }
}
