/** Things that are handed on some time after they came, all of them together. */
export interface Gathering<Item> {
  add(item: Item): void
  /** Hands them on now. */
  flush(): void
}

interface GatheringOptions {
  /** So long after the last one came they are handed on. */
  readonly quietMs: number
  /** While more come: so long after the first. */
  readonly maxWaitMs: number
  /** So many are not kept longer. */
  readonly mostItems: number
}

/**
 * Hands things on together, once no more come for a moment: of work that is seldom done, doing it once costs several times
 * what each further time does. A process with little to do hands on soon, and a busy one waits until it is worth it.
 */
export function createGathering<Item>(
  handle: (items: readonly Item[]) => void,
  { quietMs, maxWaitMs, mostItems }: GatheringOptions,
): Gathering<Item> {
  let items: Item[] = []
  let timer: NodeJS.Timeout | undefined
  let firstAt = 0
  let lastAt = 0
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    const gathered = items
    items = []
    if (gathered.length > 0) handle(gathered)
  }
  // One timer for all of them: when it rings, what came meanwhile says whether to wait on.
  const look = (): void => {
    const waitMs = Math.min(lastAt + quietMs, firstAt + maxWaitMs) - performance.now()
    if (waitMs <= 0) flush()
    // No reason for a process to go on: whoever ends it flushes.
    else timer = setTimeout(look, Math.ceil(waitMs)).unref()
  }
  return {
    add: (item) => {
      items.push(item)
      lastAt = performance.now()
      if (items.length === 1) firstAt = lastAt
      if (items.length >= mostItems) flush()
      else if (timer === undefined) look()
    },
    flush,
  }
}
