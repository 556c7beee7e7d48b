import type { HistoryKind } from '@tidemark/shared/history/history-page'

let asked: string | null = null
const listeners = new Set<() => void>()

/** Opens the history of a chart or dashboard on its page, which may not have loaded yet. */
export function askForHistory(kind: HistoryKind, id: string): void {
  asked = `${kind}/${id}`
  for (const listener of listeners) listener()
}

/** Calls `open` when this history is requested, or was requested just before. Returns a function that stops it. */
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
