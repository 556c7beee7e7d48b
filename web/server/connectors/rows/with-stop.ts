interface StoppableRun<T> {
  readonly signal: AbortSignal
  readonly run: () => Promise<T>
  /** Asks the database to stop what runs; it may come too early, and is then repeated. */
  readonly stop: () => Promise<void>
  /** Takes the connection away: the database did not stop in time. */
  readonly giveUp: () => Promise<void>
  readonly graceMs: number
}

const repeatMs = 200

/** Settles when the run does, after an abort with its reason, when the database has ended the statement or lost its connection. */
export async function withStop<T>({ signal, run, stop, giveUp, graceMs }: StoppableRun<T>): Promise<T> {
  let repeat: NodeJS.Timeout | undefined
  let last: NodeJS.Timeout | undefined
  const ask = (): void => {
    // When it cannot even be asked, the connection goes at the end of the grace.
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
    // Some statements end as if they were complete when they are stopped (MySQL's SLEEP).
    signal.throwIfAborted()
    return result
  } finally {
    signal.removeEventListener('abort', begin)
    clearInterval(repeat)
    clearTimeout(last)
  }
}
