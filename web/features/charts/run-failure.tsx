import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import type { RunResult } from '@tidemark/shared/query/run-query'
import type { RunOutcome } from '@/client/results/run-outcome'
import { Button } from '@/ui/buttons/button'
import { Callout } from '@/ui/callout'

/** The words for a run that gave no answer. */
export type RunProblem = Pick<ErrorBody, 'message' | 'detail' | 'hint'>

/** Returns the answer of a run, or why there is none. failed, stopped: what is said where the server says nothing. */
export function answerOrProblem(
  outcome: RunOutcome,
  { failed, stopped }: { readonly failed: string; readonly stopped: string },
): { readonly result: RunResult } | { readonly problem: RunProblem } {
  switch (outcome.kind) {
    case 'result':
      if (outcome.result.status === 'success') return { result: outcome.result }
      return { problem: outcome.result.error ?? { message: failed } }
    case 'refused':
      return { problem: outcome.error }
    case 'unreachable':
      return { problem: { message: 'The server cannot be reached.' } }
    case 'cancelled':
      return { problem: { message: stopped } }
  }
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
