/** A queue of things to open, in order, until a window can take them. */
export interface IntentQueue<Intent> {
  add(intents: readonly Intent[]): void
  /** Hands over what waits, then each that comes, until stopped. One taker at a time: a new one takes the place of the old. */
  setTaker(taker: (intent: Intent) => void): () => void
}

/** More than a person opens at once; beyond it another program is at work. */
const maxWaiting = 100

export function createIntentQueue<Intent>(): IntentQueue<Intent> {
  const waiting: Intent[] = []
  let taker: ((intent: Intent) => void) | undefined
  const flush = () => {
    if (taker === undefined || waiting.length === 0) return
    const [next] = waiting.splice(0, 1)
    if (next !== undefined) taker(next)
    // The taker may have gone, or another come, meanwhile.
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
