'use client'

import { isMutatorName } from '@tidemark/shared/sync/mutators'
import type { MutationError } from '@tidemark/shared/sync/protocol'
import { useMutate } from '@/client/use-mutate'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toaster'
import { argsOf, copyChange, summaryOf } from './change-words'
import { reportProblem } from './report-problem'

/** The changes the server refused, each with what the person can do about it. */
export function RefusedChanges({ errors }: { readonly errors: readonly MutationError[] }) {
  const mutate = useMutate()
  const discard = ({ clientId, mutationId }: MutationError) =>
    mutate('discardMutationError', { clientId, mutationId }, { label: 'Discard a refused change' })
  const retry = async (refused: MutationError) => {
    if (!isMutatorName(refused.name)) return
    await mutate(refused.name, argsOf(refused.args), { label: summaryOf(refused.name) })
    await discard(refused)
  }
  const copy = async (refused: MutationError) => {
    await copyChange(refused.name, refused.args)
    toast('The change is on the clipboard')
  }
  return (
    <ul className="mt-3 flex flex-col gap-2">
      {errors.map((refused) => (
        <li
          key={`${refused.clientId}/${refused.mutationId}`}
          className="rounded-row border border-line bg-surface p-2.5"
        >
          <p className="font-medium">{summaryOf(refused.name)}</p>
          <p className="mt-0.5 break-words text-muted">
            {refused.error.message} {refused.error.detail}
          </p>
          <div className="mt-2 flex gap-1.5">
            <Button
              size="sm"
              disabled={!isMutatorName(refused.name)}
              onClick={() => void retry(refused).catch(reportProblem)}
            >
              Retry
            </Button>
            <Button size="sm" variant="ghost" onClick={() => void copy(refused).catch(reportProblem)}>
              Copy
            </Button>
            <Button size="sm" variant="ghost" onClick={() => void discard(refused).catch(reportProblem)}>
              Discard
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}
