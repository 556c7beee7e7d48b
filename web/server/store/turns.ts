/** Lets only so many tasks of one key run at a time; the others wait, in the order they came. Keys do not wait for each other. */
export interface Turns {
  run<T>(key: string, task: () => Promise<T>): Promise<T>
}

export function createTurns(width: number): Turns {
  const turnsByKey = new Map<string, { running: number; readonly waiting: (() => void)[] }>()

  return {
    run: async (key, task) => {
      const turns = turnsByKey.get(key) ?? { running: 0, waiting: [] }
      turnsByKey.set(key, turns)
      if (turns.running < width) turns.running += 1
      else await new Promise<void>((resolve) => turns.waiting.push(resolve))
      try {
        return await task()
      } finally {
        // The turn goes on to the next one, or back.
        const next = turns.waiting.shift()
        if (next !== undefined) next()
        else turns.running -= 1
        if (turns.running === 0) turnsByKey.delete(key)
      }
    },
  }
}
