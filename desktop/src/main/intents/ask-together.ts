/**
 * Asks of what comes in together, one question at a time: what comes while one is asked is asked next, in one. Whoever opens a
 * hundred files has no hundred dialogs to answer.
 */
export function askTogether<Item>(ask: (items: readonly Item[]) => Promise<void>): (item: Item) => void {
  const waiting: Item[] = []
  let isAsking = false
  const askAll = async () => {
    isAsking = true
    try {
      // Those that come at once are one question too.
      await Promise.resolve()
      while (waiting.length > 0) await ask(waiting.splice(0))
    } finally {
      isAsking = false
    }
  }
  return (item) => {
    waiting.push(item)
    if (!isAsking) void askAll()
  }
}
