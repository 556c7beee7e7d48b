'use client'

import { useMemo } from 'react'
import type { BuilderQuery } from '@tidemark/shared/builder/question'
import { newId } from '@tidemark/shared/base/ids'
import type { AskedChange } from '@tidemark/shared/exploration/explain-change'
import { explanationLineSchema, type ExplainRequest, type Explanation } from '@tidemark/shared/exploration/explanation'
import type { MarkPeriods } from '@tidemark/shared/exploration/mark-periods'
import type { RunProblem } from '@tidemark/shared/query/run-query'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import { errorOf } from '@/client/page/http'
import type { RunOutcome } from '@/client/results/run-outcome'
import { askQueries, endingOf, isCutOff, linesOf } from '@/client/results/run-query-client'
import { useAsked } from '@/client/results/use-asked'
import { answerOrProblem } from '../run-failure'

export type ExplainState =
  | { readonly kind: 'pending' }
  | { readonly kind: 'failed'; readonly problem: RunProblem }
  | ({ readonly kind: 'ready' } & Explanation)

interface AskedExplanation {
  readonly query: BuilderQuery
  readonly periods: MarkPeriods
  readonly filters: readonly ResultFilter[]
  readonly timeZone: string | undefined
}

/** Explains a change in one request, whose answer grows. Asks anew whenever it is opened or asks otherwise. */
export function useExplanation(
  { query, periods, filters, timeZone }: AskedExplanation,
  asked: AskedChange | undefined,
  isWanted: boolean,
): { readonly state: ExplainState; readonly retry: () => void } {
  const body = useMemo(
    (): Omit<ExplainRequest, 'runId'> | null =>
      asked === undefined
        ? null
        : {
            query,
            measure: asked.measure.id,
            time: periods.time,
            group: periods.group,
            before: asked.before,
            now: asked.now,
            mark: [...periods.others],
            filters: [...filters],
            ...(timeZone === undefined ? {} : { timeZone }),
          },
    [query, asked, filters, periods, timeZone],
  )
  const { answer = { kind: 'pending' }, retry } = useAsked<ExplainState>(
    JSON.stringify(body),
    isWanted && body !== null ? (signal, show) => explain({ runId: newId(), ...body }, signal, show) : null,
  )
  return { state: answer, retry }
}

/** show: told each explanation but the last one. */
async function explain(
  request: ExplainRequest,
  signal: AbortSignal,
  show: (state: ExplainState) => void,
): Promise<ExplainState> {
  let ending: RunOutcome = { kind: signal.aborted ? 'cancelled' : 'unreachable' }
  try {
    const response = await askQueries('/api/chart/explain-change', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/x-ndjson' },
      body: JSON.stringify(request),
      signal,
    })
    if (!response.ok || response.body === null) ending = endingOf(response.status, await errorOf(response))
    else {
      for await (const text of linesOf(response.body)) {
        const line = explanationLineSchema.parse(JSON.parse(text))
        if (line.status === 'failed') return { kind: 'failed', problem: line.error }
        if (line.isWhole) return { kind: 'ready', ...line }
        show({ kind: 'ready', ...line })
      }
    }
  } catch (thrown) {
    if (!isCutOff(thrown)) throw thrown
  }
  const outcome = answerOrProblem(ending, words)
  return 'problem' in outcome ? { kind: 'failed', ...outcome } : { kind: 'failed', problem: { message: words.failed } }
}

const words = { failed: 'The rows could not be compared.', stopped: 'The comparison was stopped.' }
