import type { QueuedNote } from './encoded-result'

/** The newest place of each item that waits, until somebody takes it. */
export function createQueuedNotes() {
  const placesByItem = new Map<number, number>()
  let wake: () => void = () => undefined
  return {
    say: (item: number, place: number): void => {
      placesByItem.set(item, place)
      wake()
    },
    /** Resolves when there is something to take. */
    changed: (): Promise<undefined> =>
      new Promise((resolve) => {
        wake = () => resolve(undefined)
        if (placesByItem.size > 0) wake()
      }),
    take: (): QueuedNote[] => {
      const notes = [...placesByItem].map(([item, place]) => ({ item, place }))
      placesByItem.clear()
      return notes
    },
  }
}
