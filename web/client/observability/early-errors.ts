/** An uncaught error, as the SDK's own handlers would have received it. */
interface EarlyError {
  readonly thrown: unknown
  readonly kind: 'onerror' | 'onunhandledrejection'
}

const maxKept = 10
const kept: EarlyError[] = []
let stop: () => void = () => undefined

/** Keeps uncaught errors until the SDK is there, which a page loads last. Logging them is done elsewhere. */
export function keepEarlyErrors(page: Window = window): void {
  const listening = new AbortController()
  const keep = (kind: EarlyError['kind'], thrown: unknown) => {
    if (kept.length < maxKept) kept.push({ kind, thrown })
  }
  const { signal } = listening
  page.addEventListener(
    'error',
    (event) => {
      // A failed image or script is an `error` event too, but no ErrorEvent. For a script of another origin only the
      // message is known.
      if (event instanceof ErrorEvent) keep('onerror', event.error ?? event.message)
    },
    { signal },
  )
  page.addEventListener('unhandledrejection', (event) => keep('onunhandledrejection', event.reason), { signal })
  stop = () => listening.abort()
}

/** Returns all kept errors and stops keeping more. */
export function takeEarlyErrors(): readonly EarlyError[] {
  stop()
  return kept.splice(0)
}
