import type { HistoryKind } from '@tidemark/shared/history/history-page'

let requestedHistory: string | null = null
const listeners = new Set<() => void>()

/** Opens the history of a chart or dashboard on its page, which may not have loaded yet. */
export function askForHistory(kind: HistoryKind, id: string): void {
  requestedHistory = `${kind}/${id}`
  for (const listener of listeners) listener()
}

/** Calls `open` when this history is requested, or was requested just before. Returns a function that stops it. */
export function onHistoryAsked(kind: HistoryKind, id: string, open: () => void): () => void {
  const listener = () => {
    if (requestedHistory !== `${kind}/${id}`) return
    requestedHistory = null
    open()
  }
  listeners.add(listener)
  listener()
  return () => listeners.delete(listener)
}
