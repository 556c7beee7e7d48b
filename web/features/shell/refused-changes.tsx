'use client'

import { isMutatorName, mutators } from '@tidemark/shared/sync/mutators'
import type { MutationError } from '@tidemark/shared/sync/protocol'
import { isJsonObject, type JsonObject } from '@tidemark/shared/base/json'
import { useMutate } from '@/client/use-mutate'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toaster'
import { reportProblem } from './report-problem'

/** The changes the server refused, each with what the person can do about it. */
export function RefusedChanges({ errors }: { readonly errors: readonly MutationError[] }) {
  const mutate = useMutate()
  const discard = ({ clientId, mutationId }: MutationError) => mutate('discardMutationError', { clientId, mutationId }, { label: 'Discard a refused change' })
  const retry = async (refused: MutationError) => {
    if (!isMutatorName(refused.name)) return
    await mutate(refused.name, argsOf(refused), { label: summaryOf(refused.name) })
    await discard(refused)
  }
  const copy = async (refused: MutationError) => {
    await navigator.clipboard.writeText(JSON.stringify({ change: refused.name, ...argsOf(refused) }, null, 2))
    toast('The change is on the clipboard')
  }
  return (
    <ul className="mt-3 flex flex-col gap-2">
      {errors.map((refused) => (
        <li key={`${refused.clientId}/${refused.mutationId}`} className="rounded-row border border-line bg-surface p-2.5">
          <p className="font-medium">{summaryOf(refused.name)}</p>
          <p className="mt-0.5 break-words text-muted">
            {refused.error.message} {refused.error.detail}
          </p>
          <div className="mt-2 flex gap-1.5">
            <Button size="sm" disabled={!isMutatorName(refused.name)} onClick={() => void retry(refused).catch(reportProblem)}>
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

function summaryOf(name: string): string {
  return isMutatorName(name) ? mutators[name].summary.replace(/\.$/, '') : name
}

/** The arguments as they were given, without their stamp: a retry is a new change, and is parsed again like any. */
function argsOf(refused: MutationError): JsonObject {
  const { at: _at, actionId: _actionId, ...args } = isJsonObject(refused.args) ? refused.args : {}
  return args
}
