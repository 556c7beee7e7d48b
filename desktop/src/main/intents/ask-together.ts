/**
 * Groups items into one question at a time: items that arrive while a question is open are asked together next. So
 * opening a hundred files does not open a hundred dialogs.
 */
export function askTogether<Item>(ask: (items: readonly Item[]) => Promise<void>): (item: Item) => void {
  const waiting: Item[] = []
  let isAsking = false
  const askAll = async () => {
    isAsking = true
    try {
      // Items added in the same tick go into one question.
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
