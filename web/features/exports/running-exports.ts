import { observable } from '@legendapp/state'

/** The number of running exports of this tab. Only the browser writes it. */
const running$ = observable(0)

/** Counts an export; returns a function to call when it has ended. */
export function countExport(): () => void {
  running$.set((count) => count + 1)
  let hasEnded = false
  return () => {
    if (hasEnded) return
    hasEnded = true
    running$.set((count) => count - 1)
  }
}

export function exportCount(): number {
  return running$.peek()
}

/** Calls `listener` when an export starts or ends; returns a function that stops it. */
export function onExportsChanged(listener: () => void): () => void {
  return running$.onChange(listener)
}
