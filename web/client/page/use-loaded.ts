'use client'

import { useCallback, useEffect, useState } from 'react'
import type { ApiAnswer, RequestFailure } from './api-request'

/** Data that one view asks the server for. A loaded value stays on the screen while it is loaded again. */
export type Loaded<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: RequestFailure }
  | { readonly kind: 'ready'; readonly value: T; readonly isStale: boolean }

/**
 * Loads when the view appears, when `load` changes, when the person returns to the tab, and on demand. load: stable
 * between renders.
 */
export function useLoaded<T>(load: (signal: AbortSignal) => ApiAnswer<T>): {
  readonly state: Loaded<T>
  readonly reload: () => void
} {
  const [state, setState] = useState<Loaded<T>>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const abort = new AbortController()
    void load(abort.signal).then((answer) => {
      if (abort.signal.aborted) return
      setState((current) => {
        if (answer.ok) return { kind: 'ready', value: answer.value, isStale: false }
        return current.kind === 'ready' ? { ...current, isStale: true } : { kind: 'failed', failure: answer.error }
      })
    })
    return () => abort.abort()
  }, [load, attempt])
  const reload = useCallback(() => setAttempt((count) => count + 1), [])
  useEffect(() => {
    const onReturn = () => document.visibilityState === 'visible' && reload()
    document.addEventListener('visibilitychange', onReturn)
    return () => document.removeEventListener('visibilitychange', onReturn)
  }, [reload])
  return { state, reload }
}
