'use client'

import { toTidemarkError, type TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { discardsOf } from '@tidemark/shared/sync/mutation-errors'
import { isMutatorName } from '@tidemark/shared/sync/mutators'
import type { MutationError } from '@tidemark/shared/sync/protocol'
import { useMutate } from '@/client/workspace/use-mutate'
import { useSyncClient } from '@/client/workspace/workspace-client'
import { toast } from '@/ui/popups/toaster'
import { argsOf, isOvertaken, changeTitle } from '@/client/unsent/change-words'

/** How many changes are retried in parallel, so that a thousand do not take a thousand rounds. */
const retriedTogether = 100

interface RefusedActions {
  /** Makes changes again in the given order; those that fail stay. */
  readonly retry: (errors: readonly MutationError[]) => Promise<void>
  readonly discard: (errors: readonly MutationError[]) => Promise<void>
}

/** Returns the actions on changes that the server refused. */
export function useRefusedActions(): RefusedActions {
  const mutate = useMutate()
  const { views } = useSyncClient()
  const discard = async (errors: readonly MutationError[]) => {
    for (const args of discardsOf(errors)) {
      await mutate('discardMutationErrors', args, { label: 'Discard refused changes' })
    }
  }
  const retry = async (errors: readonly MutationError[]) => {
    const made: MutationError[] = []
    let reason: TidemarkError | undefined
    for (let start = 0; start < errors.length; start += retriedTogether) {
      await Promise.all(
        errors.slice(start, start + retriedTogether).map(async (refused) => {
          if (!isMutatorName(refused.name) || isOvertaken(refused)) return
          try {
            const label = changeTitle(views.getState().view, refused)
            await mutate(refused.name, argsOf(refused.args), { label })
            made.push(refused)
          } catch (thrown) {
            reason ??= toTidemarkError(thrown)
          }
        }),
      )
    }
    if (made.length > 0) await discard(made)
    if (reason === undefined) return
    // A single refusal is shown with its reason; for several, the number that failed is shown.
    if (errors.length === 1) throw reason
    toast(`${errors.length - made.length} of ${errors.length} could not be applied again`, {
      tone: 'warn',
      description: reason.message,
    })
  }
  return { retry, discard }
}
