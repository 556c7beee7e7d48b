/** Lets everybody else have a turn while the rows of a large result come in. */
export interface RowPacer {
  /** To be called after each row. */
  tick(): void
}

/** A database next door delivers megabytes without a gap, and Node reads them without a break. */
const turnMs = 8

/** pause, resume: of the connection the rows come from. */
export function createRowPacer(pause: () => void, resume: () => void): RowPacer {
  let turnStartedAt = performance.now()
  let isPaused = false
  return {
    tick: () => {
      if (isPaused || performance.now() - turnStartedAt < turnMs) return
      isPaused = true
      pause()
      setImmediate(() => {
        isPaused = false
        turnStartedAt = performance.now()
        resume()
      })
    },
  }
}
