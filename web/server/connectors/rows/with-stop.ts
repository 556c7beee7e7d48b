interface StoppableRun<T> {
  readonly signal: AbortSignal
  readonly run: () => Promise<T>
  /** Asks the database to stop the statement. The request may come too early, so it is repeated. */
  readonly stop: () => Promise<void>
  /** Closes the connection, because the database did not stop in time. */
  readonly giveUp: () => Promise<void>
  readonly graceMs: number
}

const repeatMs = 200

/**
 * Settles when the run does. After an abort it fails with the signal's reason once the database has ended the statement
 * or the connection is closed.
 */
export async function withStop<T>({ signal, run, stop, giveUp, graceMs }: StoppableRun<T>): Promise<T> {
  let repeat: NodeJS.Timeout | undefined
  let last: NodeJS.Timeout | undefined
  const ask = (): void => {
    // If the request fails, the connection is closed at the end of the grace period.
    stop().catch(() => undefined)
  }
  const begin = (): void => {
    ask()
    repeat = setInterval(ask, repeatMs)
    last = setTimeout(() => void giveUp(), graceMs)
  }
  if (signal.aborted) begin()
  else signal.addEventListener('abort', begin, { once: true })
  try {
    const result = await run()
    // Some stopped statements end as if they were complete (MySQL's SLEEP).
    signal.throwIfAborted()
    return result
  } finally {
    signal.removeEventListener('abort', begin)
    clearInterval(repeat)
    clearTimeout(last)
  }
}
