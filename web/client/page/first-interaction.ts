const interactionEvents = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'wheel'] as const

let hasInteracted = false

/** True if somebody waited for the first interaction and it came. */
export function hadFirstInteraction(): boolean {
  return hasInteracted
}

/**
 * Calls back once, at the person's first sign of wanting to do something: what a page needs only then is loaded then, and
 * the page itself stays small. Returns how to stop waiting.
 */
export function onFirstInteraction(callback: () => void): () => void {
  const waiting = new AbortController()
  const call = () => {
    hasInteracted = true
    waiting.abort()
    callback()
  }
  for (const event of interactionEvents) {
    window.addEventListener(event, call, { once: true, passive: true, capture: true, signal: waiting.signal })
  }
  return () => waiting.abort()
}
