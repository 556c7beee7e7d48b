import * as z from 'zod'
import { defineMutator } from '../entries/define-mutator'
import { listFromView, mustGetEntry, type EntryView } from '../entries/entry-tx'
import { mutationErrorKey, mutationErrorPrefix, mutationErrorSchema, type MutationError } from './protocol'

/** The changes of this person that the server refused and that nobody has dealt with, newest first. */
export function listMutationErrors(view: EntryView): MutationError[] {
  return listFromView(view, mutationErrorSchema, mutationErrorPrefix).sort(
    (a, b) => b.at - a.at || b.mutationId - a.mutationId,
  )
}

export const discardMutationError = defineMutator({
  name: 'discardMutationError',
  summary: 'Forgets a refused change, after it was retried or given up.',
  args: { clientId: z.string().min(1).max(64), mutationId: z.int().min(1) },
  permission: { do: 'read-content' },
  run: async (tx, { clientId, mutationId }) => {
    const key = mutationErrorKey(clientId, mutationId)
    await mustGetEntry(tx, mutationErrorSchema, key)
    await tx.del(key)
  },
})
