/** An uncaught error, as the SDK's own handlers would have received it. */
interface EarlyError {
  readonly thrown: unknown
  readonly kind: 'onerror' | 'onunhandledrejection'
}

const maxKept = 10
const kept: EarlyError[] = []
let stop: () => void = () => undefined

/** Keeps what nobody catches before the SDK is there, which a page loads last. They are logged elsewhere. */
export function keepEarlyErrors(page: Window = window): void {
  const listening = new AbortController()
  const keep = (kind: EarlyError['kind'], thrown: unknown) => {
    if (kept.length < maxKept) kept.push({ kind, thrown })
  }
  const { signal } = listening
  page.addEventListener(
    'error',
    (event) => {
      // A failed image or script is an `error` too. Of one of another origin there is nothing but the message.
      if (event instanceof ErrorEvent) keep('onerror', event.error ?? event.message)
    },
    { signal },
  )
  page.addEventListener('unhandledrejection', (event) => keep('onunhandledrejection', event.reason), { signal })
  stop = () => listening.abort()
}

/** All that were kept; from then on none is. */
export function takeEarlyErrors(): readonly EarlyError[] {
  stop()
  return kept.splice(0)
}
