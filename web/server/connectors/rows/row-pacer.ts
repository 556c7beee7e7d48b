/** Lets other work run while the rows of a large result arrive. */
export interface RowPacer {
  /** Must be called after each row. until: no more rows arrive before it settles. */
  tick(until?: Promise<void> | void): void
}

/**
 * The longest time without a pause: a nearby database sends megabytes without a gap, and Node reads them without a
 * break.
 */
const turnMs = 8

/** Creates a pacer. pause, resume: control the connection that the rows come from. */
export function createRowPacer(pause: () => void, resume: () => void): RowPacer {
  let turnStartedAt = performance.now()
  let isPaused = false
  let waiting: Promise<void> | undefined
  return {
    tick: (until) => {
      if (until !== undefined) {
        if (!isPaused) pause()
        isPaused = true
        const held = (waiting = until)
        const goOn = () => {
          if (waiting !== held) return
          waiting = undefined
          isPaused = false
          turnStartedAt = performance.now()
          resume()
        }
        until.then(goOn, goOn)
        return
      }
      if (isPaused || performance.now() - turnStartedAt < turnMs) return
      isPaused = true
      pause()
      setImmediate(() => {
        if (waiting !== undefined) return
        isPaused = false
        turnStartedAt = performance.now()
        resume()
      })
    },
  }
}
