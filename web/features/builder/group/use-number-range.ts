'use client'

import { useEffect, useState } from 'react'
import { ungrouped, type Question, type QuestionColumn, type QuestionMeasure } from '@tidemark/shared/builder/question'
import { runItem } from '@/client/results/run-query-client'

/** The lowest and highest number of a column, in digits; unknown where nobody could tell. */
export type NumberRange =
  | { readonly kind: 'pending' | 'unknown' }
  | { readonly kind: 'known'; readonly least: number; readonly most: number }

/** Asks for the range of a column among the rows that a question reads; null asks nothing. */
export function useNumberRange(connectionId: string, question: Question, column: QuestionColumn | null): NumberRange {
  const asked = column === null ? null : JSON.stringify({ connectionId, question: rangeQuestion(question, column) })
  const [found, setFound] = useState<{ readonly asked: string; readonly range: NumberRange } | null>(null)
  useEffect(() => {
    if (asked === null) return
    const controller = new AbortController()
    // The text was made of these.
    const query = { kind: 'builder', ...(JSON.parse(asked) as { connectionId: string; question: Question }) } as const
    void runItem({ query, maxRows: 1 }, controller.signal).then((outcome) => {
      if (controller.signal.aborted) return
      const cells = outcome.kind === 'result' ? outcome.result.columns.map(([cell]) => cell ?? null) : []
      const [least = Number.NaN, most = Number.NaN] = cells.map((cell) => (cell === null ? Number.NaN : Number(cell)))
      const isKnown = Number.isFinite(least) && Number.isFinite(most)
      setFound({ asked, range: isKnown ? { kind: 'known', least, most } : { kind: 'unknown' } })
    })
    return () => controller.abort()
  }, [asked])
  return found !== null && found.asked === asked ? found.range : { kind: 'pending' }
}

function rangeQuestion(question: Question, column: QuestionColumn): Question {
  const measure = (fn: 'min' | 'max'): QuestionMeasure => ({
    id: fn,
    fn,
    column,
    percentile: 50,
    show: 'value',
    label: fn,
  })
  return { ...ungrouped(question), measures: [measure('min'), measure('max')] }
}
