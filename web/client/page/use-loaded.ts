'use client'

import { useCallback, useEffect, useState } from 'react'
import type { ApiAnswer, RequestFailure } from './api-request'

/** Something asked of the server for one view. What is on the screen stays there while it is asked for again. */
export type Loaded<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: RequestFailure }
  | { readonly kind: 'ready'; readonly value: T; readonly isStale: boolean }

/**
 * Asks when the view appears, when `load` changes, when somebody comes back to the tab, and when told to. load: stable
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
