import * as z from 'zod/mini'
import { defineMutator } from '../entries/define-mutator'
import { listFromView, mustGetEntry, type EntryView } from '../entries/entry-tx'
import { dismissOverwrittenText } from './overwritten-text'
import { mutationErrorKey, mutationErrorPrefix, mutationErrorSchema, type MutationError } from './protocol'

/** Lists this person's changes that the server refused and that were not dealt with yet, newest first. */
export function listMutationErrors(view: EntryView): MutationError[] {
  return listFromView(view, mutationErrorSchema, mutationErrorPrefix).sort(
    (a, b) => b.at - a.at || b.mutationId - a.mutationId,
  )
}

export const discardMutationError = defineMutator({
  name: 'discardMutationError',
  args: { clientId: z.string().check(z.minLength(1), z.maxLength(64)), mutationId: z.int().check(z.minimum(1)) },
  permission: { do: 'read-content' },
  run: async (tx, { clientId, mutationId }) => {
    const key = mutationErrorKey(clientId, mutationId)
    await mustGetEntry(tx, mutationErrorSchema, key)
    await tx.del(key)
  },
})

/** The most refused changes that one mutation discards. */
const maxDiscarded = 10_000

export const discardMutationErrors = defineMutator({
  name: 'discardMutationErrors',
  args: {
    refused: z
      .array(
        z.object({
          clientId: z.string().check(z.minLength(1), z.maxLength(64)),
          mutationIds: z.array(z.int().check(z.minimum(1))).check(z.minLength(1)),
        }),
      )
      .check(
        z.minLength(1),
        z.refine(
          (refused) => refused.reduce((sum, { mutationIds }) => sum + mutationIds.length, 0) <= maxDiscarded,
          `at most ${maxDiscarded} changes`,
        ),
      ),
  },
  permission: { do: 'read-content' },
  run: async (tx, { refused }) => {
    // Missing ones were already dealt with in another tab.
    for (const { clientId, mutationIds } of refused)
      for (const mutationId of mutationIds) await tx.del(mutationErrorKey(clientId, mutationId))
  },
})

/** Returns true if a mutation only dismisses a notice, which is nothing to undo. */
export function isDiscarding(mutatorName: string): boolean {
  return discarding.has(mutatorName)
}

const discarding: ReadonlySet<string> = new Set([
  discardMutationError.name,
  discardMutationErrors.name,
  dismissOverwrittenText.name,
])

/** Refused changes of one kind and reason. errors: in the order in which they were made. */
export interface RefusedGroup {
  readonly name: string
  readonly error: MutationError['error']
  readonly errors: readonly MutationError[]
}

/**
 * Groups refused changes by kind and reason, the largest group first: however many changes there are, the groups are
 * few.
 */
export function groupMutationErrors(errors: readonly MutationError[]): readonly RefusedGroup[] {
  const groups = new Map<string, { name: string; error: MutationError['error']; errors: MutationError[] }>()
  for (const refused of inOrderMade(errors)) {
    const key = `${refused.name} ${refused.error.code}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { name: refused.name, error: refused.error, errors: [refused] })
    else group.errors.push(refused)
  }
  return [...groups.values()].sort((a, b) => b.errors.length - a.errors.length)
}

/** Returns how many refusals were dropped for lack of room, as recorded in later ones. */
export function droppedCount(errors: readonly MutationError[]): number {
  return errors.reduce((sum, { dropped = 0 }) => sum + dropped, 0)
}

/** Sorts by time and, within a client, by mutation id. */
export function inOrderMade(errors: readonly MutationError[]): readonly MutationError[] {
  return [...errors].sort((a, b) =>
    a.clientId === b.clientId ? a.mutationId - b.mutationId : a.at - b.at || (a.clientId < b.clientId ? -1 : 1),
  )
}

/** Returns the arguments of `discardMutationErrors` for these errors, split to its limit. */
export function discardsOf(errors: readonly MutationError[]) {
  const parts: { readonly refused: { readonly clientId: string; readonly mutationIds: number[] }[] }[] = []
  for (let start = 0; start < errors.length; start += maxDiscarded) {
    const idsByClient = new Map<string, number[]>()
    for (const { clientId, mutationId } of errors.slice(start, start + maxDiscarded)) {
      const ids = idsByClient.get(clientId)
      if (ids === undefined) idsByClient.set(clientId, [mutationId])
      else ids.push(mutationId)
    }
    parts.push({ refused: [...idsByClient].map(([clientId, mutationIds]) => ({ clientId, mutationIds })) })
  }
  return parts
}
