'use client'

import { useEffect, useState } from 'react'
import type { RunItem, RunResult } from '@tidemark/shared/query/run-query'
import { runItem, type RunOutcome } from '@/client/run-query-client'

/** rows: how many rows have the value. */
export interface FilterChoice {
  readonly value: string | null
  readonly rows: number
}

/** isWhole: there are no others. */
export type FilterChoices =
  | { readonly kind: 'pending' }
  | { readonly kind: 'ready'; readonly choices: readonly FilterChoice[]; readonly isWhole: boolean }
  | { readonly kind: 'failed'; readonly message: string }

const pauseMs = 250

/** The values of a column in the answers of charts, the most frequent first. search: those alone that contain it. */
export function useFilterChoices(sources: readonly RunItem[], column: string, search: string): FilterChoices {
  const key = JSON.stringify([sources, column, search])
  const [found, setFound] = useState<{ readonly key: string; readonly choices: FilterChoices } | null>(null)
  useEffect(() => {
    // The key is their own JSON.
    const [items, of, text] = JSON.parse(key) as [readonly RunItem[], string, string]
    const controller = new AbortController()
    const ask = async () => {
      const valuesOf = { column: of, ...(text === '' ? {} : { search: text }) }
      const outcomes = await Promise.all(items.map((item) => runItem({ ...item, valuesOf }, controller.signal)))
      if (!controller.signal.aborted) setFound({ key, choices: choicesOf(outcomes) })
    }
    // Not at each key that is typed.
    const timer = setTimeout(() => void ask(), text === '' ? 0 : pauseMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [key])
  return found?.key === key ? found.choices : { kind: 'pending' }
}

/** Of several charts all values; one that lacks the column says nothing. */
function choicesOf(outcomes: readonly RunOutcome[]): FilterChoices {
  const results = outcomes.flatMap((outcome) =>
    outcome.kind === 'result' && outcome.result.status === 'success' ? [outcome.result] : [],
  )
  if (results.length === 0) return { kind: 'failed', message: failureOf(outcomes) }
  const rowsByValue = new Map<string | null, number>()
  for (const result of results) {
    for (const { value, rows } of choicesIn(result)) rowsByValue.set(value, Math.max(rows, rowsByValue.get(value) ?? 0))
  }
  const choices = [...rowsByValue].map(([value, rows]) => ({ value, rows }))
  return {
    kind: 'ready',
    choices: choices.toSorted((a, b) => b.rows - a.rows),
    isWhole: results.every(({ truncated }) => truncated === null),
  }
}

function choicesIn({ columns: [values = [], rows = []] }: RunResult): readonly FilterChoice[] {
  return values.map((value, row) => ({ value: value === null ? null : String(value), rows: Number(rows[row] ?? 0) }))
}

function failureOf([outcome]: readonly RunOutcome[]): string {
  if (outcome === undefined) return 'No chart here has this column.'
  const error = outcome.kind === 'result' ? outcome.result.error : outcome.kind === 'refused' ? outcome.error : null
  return error?.detail ?? error?.message ?? 'The values cannot be fetched now.'
}
