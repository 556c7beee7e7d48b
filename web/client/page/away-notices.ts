/** Something that has ended while the person may look elsewhere. path: of the page that shows it, inside the workspace. */
export interface AwayNotice {
  readonly title: string
  readonly body: string
  readonly path: string
}

const listeners = new Set<(notice: AwayNotice) => void>()

/** Passes it to whoever can reach a person who looks elsewhere: the desktop app. In a browser nobody listens. */
export function tellAway(notice: AwayNotice): void {
  for (const listener of listeners) listener(notice)
}

/** Returns how to stop. */
export function onAwayNotice(listener: (notice: AwayNotice) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
