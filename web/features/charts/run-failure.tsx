import { answerOf, type AskItems, type ItemAnswer, type RunProblem } from '@tidemark/shared/query/run-query'
import type { RunOutcome } from '@/client/results/run-outcome'
import { runItem } from '@/client/results/run-query-client'
import { Button } from '@/ui/buttons/button'
import { Callout } from '@/ui/callout'

/** Returns the answer of a run, or why there is none. failed, stopped: what is said where the server says nothing. */
export function answerOrProblem(outcome: RunOutcome, { failed, stopped }: RunWords): ItemAnswer {
  switch (outcome.kind) {
    case 'result':
      return answerOf(outcome.result, failed)
    case 'refused':
      return { problem: outcome.error }
    case 'unreachable':
      return { problem: { message: 'The server cannot be reached.' } }
    case 'cancelled':
      return { problem: { message: stopped } }
  }
}

interface RunWords {
  readonly failed: string
  readonly stopped: string
}

/** Returns what runs several items in one request, until the signal stops it. */
export function askTogether(signal: AbortSignal, words: RunWords): AskItems {
  return (items) =>
    Promise.all(items.map((item) => runItem(item, signal).then((outcome) => answerOrProblem(outcome, words))))
}

/** The notice in place of an answer, with another try. */
export function RunFailure({ problem, onRetry }: { readonly problem: RunProblem; readonly onRetry: () => void }) {
  return (
    <Callout
      tone="bad"
      title={problem.message}
      action={
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {[problem.detail, problem.hint].filter(Boolean).join(' ')}
    </Callout>
  )
}
