import type { HistoryKind } from '@tidemark/shared/history/history-page'

let asked: string | null = null
const listeners = new Set<() => void>()

/** Opens the history of a chart or dashboard on its page, which may only be on its way. */
export function askForHistory(kind: HistoryKind, id: string): void {
  asked = `${kind}/${id}`
  for (const listener of listeners) listener()
}

/** Calls `open` when this history is asked for, also if it was just before. Returns how to stop. */
export function onHistoryAsked(kind: HistoryKind, id: string, open: () => void): () => void {
  const listener = () => {
    if (asked !== `${kind}/${id}`) return
    asked = null
    open()
  }
  listeners.add(listener)
  listener()
  return () => listeners.delete(listener)
}
