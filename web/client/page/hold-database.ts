/**
 * Returns the name of the Web Lock that the tabs of a local database share; whoever holds it exclusively may delete the
 * database.
 */
export function databaseLock(idbName: string): string {
  return `tidemark-database:${idbName}`
}

/** Marks the database as in use for the browser's other tabs, until the signal aborts. */
export function holdDatabase(idbName: string, signal: AbortSignal): void {
  holdLock(databaseLock(idbName), signal).catch((thrown: unknown) => {
    if (!signal.aborted) throw thrown
  })
}

/**
 * Holds a shared Web Lock until the signal aborts. onHeld: called once it is held. Rejects when aborted, and if the
 * browser allows no locks.
 */
export async function holdLock(name: string, signal: AbortSignal, onHeld?: () => void): Promise<void> {
  const untilAborted = () =>
    new Promise<void>((resolve) => {
      if (signal.aborted) return resolve()
      signal.addEventListener('abort', () => resolve(), { once: true })
      onHeld?.()
    })
  await navigator.locks.request(name, { mode: 'shared', signal }, untilAborted)
}
