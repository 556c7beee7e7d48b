/**
 * Something that ended while the person may be looking elsewhere. path: of the page that shows it, inside the
 * workspace.
 */
export interface AwayNotice {
  readonly title: string
  readonly body: string
  readonly path: string
}

const listeners = new Set<(notice: AwayNotice) => void>()

/** Passes the notice to the desktop app, which can reach a person who looks elsewhere. In a browser nothing listens. */
export function tellAway(notice: AwayNotice): void {
  for (const listener of listeners) listener(notice)
}

/** Adds a listener; returns a function that removes it. */
export function onAwayNotice(listener: (notice: AwayNotice) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
