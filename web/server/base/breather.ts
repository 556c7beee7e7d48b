import { setImmediate } from 'node:timers/promises'

/** How long the work of one request may hold the event loop before it lets others go first. */
const maxHeldMs = 5

/** Creates a function to await between the parts of a long work: it resolves at once, or after others had their turn. */
export function createBreather(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < maxHeldMs) return
    await setImmediate()
    since = performance.now()
  }
}
