const interactionEvents = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'wheel'] as const

let hasInteracted = false

/** Returns true if the first interaction was waited for and has come. */
export function hadFirstInteraction(): boolean {
  return hasInteracted
}

/**
 * Calls back once, at the person's first interaction: what a page needs only then is loaded then, which keeps the page
 * small. Returns a function that stops waiting.
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
