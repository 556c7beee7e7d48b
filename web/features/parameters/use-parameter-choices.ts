'use client'

import { useEffect, useState } from 'react'
import type { ParameterOption } from '@tidemark/shared/query/parameter'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { runItem } from '@/client/results/run-query-client'
import { useRerunWhenBack } from '@/client/workspace/use-rerun-when-back'

export type ParameterChoices =
  | { readonly kind: 'pending' }
  | { readonly kind: 'ready'; readonly options: readonly ParameterOption[] }
  | { readonly kind: 'failed'; readonly message: string }

interface Found {
  readonly key: string
  readonly choices: ParameterChoices
  /** The server could not be reached: it is asked again once it can. */
  readonly isUnreachable: boolean
}

const maxChoices = 1000
const pending: ParameterChoices = { kind: 'pending' }

/** The values that a query offers; source: the item that asks for them, null where none does. */
export function useParameterChoices(source: RunItem | null): ParameterChoices {
  const key = source === null ? null : JSON.stringify(source)
  const [found, setFound] = useState<Found | null>(null)
  const current = found !== null && found.key === key ? found : null
  const [attempt, setAttempt] = useState(0)
  useRerunWhenBack(current?.isUnreachable === true, current?.choices.kind === 'ready', () => {
    setFound(null)
    setAttempt((count) => count + 1)
  })
  useEffect(() => {
    if (key === null) return
    const controller = new AbortController()
    // The key is the item's own JSON.
    const item = JSON.parse(key) as RunItem
    void runItem({ ...item, maxRows: maxChoices }, controller.signal).then((outcome) => {
      if (controller.signal.aborted) return
      if (outcome.kind === 'result' && outcome.result.status === 'success') {
        const [values = [], labels] = outcome.result.columns
        const options = values.flatMap((value, row) =>
          value === null ? [] : [{ value: String(value), label: String(labels?.[row] ?? value) }],
        )
        setFound({ key, choices: { kind: 'ready', options }, isUnreachable: false })
        return
      }
      const error = outcome.kind === 'result' ? outcome.result.error : outcome.kind === 'refused' ? outcome.error : null
      const message = error?.detail ?? error?.message ?? 'The values cannot be fetched now.'
      setFound({ key, choices: { kind: 'failed', message }, isUnreachable: outcome.kind === 'unreachable' })
    })
    return () => controller.abort()
  }, [key, attempt])
  return current?.choices ?? pending
}
