'use client'

import { useEffect, useState } from 'react'

/** answer: undefined until there is one. */
export interface Asked<Answer> {
  readonly answer: Answer | undefined
  readonly retry: () => void
}

/**
 * Asks whenever the key changes, which says all that is asked, and breaks off what was asked before. ask: null for nothing; it may
 * show an answer before the whole one.
 */
export function useAsked<Answer>(
  key: string,
  ask: ((signal: AbortSignal, show: (answer: Answer) => void) => Promise<Answer>) | null,
): Asked<Answer> {
  const [attempt, setAttempt] = useState(0)
  const [found, setFound] = useState<{ readonly of: string; readonly answer: Answer }>()
  const of = `${attempt} ${key}`
  const isAsked = ask !== null
  useEffect(() => {
    if (ask === null) return
    const controller = new AbortController()
    const show = (answer: Answer) => {
      if (!controller.signal.aborted) setFound({ of, answer })
    }
    void ask(controller.signal, show).then(show)
    return () => controller.abort()
    // The key says all that is asked.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [of, isAsked])
  return { answer: found?.of === of ? found.answer : undefined, retry: () => setAttempt((count) => count + 1) }
}
