import { observable } from '@legendapp/state'

/** How many exports of this tab run. Only the browser writes it. */
const running$ = observable(0)

/** Counts one; returns what to call when it has ended. */
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

/** Calls `listener` when one begins or ends; returns how to stop. */
export function onExportsChanged(listener: () => void): () => void {
  return running$.onChange(listener)
}
