/** The name of the Web Lock that the tabs of a local database share; who gets it alone may delete the database. */
export function databaseLock(idbName: string): string {
  return `tidemark-database:${idbName}`
}

/** Tells the browser's other tabs that this one uses the database, until the signal aborts. */
export function holdDatabase(idbName: string, signal: AbortSignal): void {
  const untilAborted = () =>
    new Promise<void>((resolve) => {
      if (signal.aborted) resolve()
      else signal.addEventListener('abort', () => resolve(), { once: true })
    })
  navigator.locks.request(databaseLock(idbName), { mode: 'shared', signal }, untilAborted).catch((thrown: unknown) => {
    if (!signal.aborted) throw thrown
  })
}
