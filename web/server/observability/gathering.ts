/** What is done with things some time after they came, with all of them together. */
export interface Gathering<Item> {
  add(item: Item): void
  /** Does it now. */
  flush(): void
}

/**
 * Hands things on together, the first at most so many milliseconds after it came: of work that is seldom done, doing it
 * once costs several times what each further time does. mostItems: so many are not kept longer.
 */
export function createGathering<Item>(
  handle: (item: Item) => void,
  { maxWaitMs, mostItems }: { readonly maxWaitMs: number; readonly mostItems: number },
): Gathering<Item> {
  let items: Item[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    const gathered = items
    items = []
    for (const item of gathered) handle(item)
  }
  return {
    add: (item) => {
      items.push(item)
      if (items.length >= mostItems) flush()
      // No reason for a process to go on: whoever ends it flushes.
      else timer ??= setTimeout(flush, maxWaitMs).unref()
    },
    flush,
  }
}
