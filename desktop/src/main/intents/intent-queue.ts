/** An ordered queue of things to open, until a window can take them. */
export interface IntentQueue<Intent> {
  add(intents: readonly Intent[]): void
  /**
   * Passes on the waiting items and then each new one; returns a function that stops it. A new taker replaces the
   * earlier one.
   */
  setTaker(taker: (intent: Intent) => void): () => void
}

/** More than a person opens at once; beyond that another program is at work, and items are dropped. */
const maxWaiting = 100

export function createIntentQueue<Intent>(): IntentQueue<Intent> {
  const waiting: Intent[] = []
  let taker: ((intent: Intent) => void) | undefined
  const flush = () => {
    if (taker === undefined || waiting.length === 0) return
    const [next] = waiting.splice(0, 1)
    if (next !== undefined) taker(next)
    // The taker may have been removed or replaced during the call.
    flush()
  }
  return {
    add: (intents) => {
      waiting.push(...intents.slice(0, maxWaiting - waiting.length))
      flush()
    },
    setTaker: (next) => {
      taker = next
      flush()
      return () => {
        if (taker === next) taker = undefined
      }
    },
  }
}
