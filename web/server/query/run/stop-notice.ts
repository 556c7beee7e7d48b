import { maxItems } from '@tidemark/shared/query/run-query'
import * as z from 'zod/mini'
import type { RunOwner } from './run-registry'

/**
 * The notice between instances that a run or an export is to stop. Fits a NOTIFY. items: of the request, when only those
 * are to stop. startedAt: of another run of that id, which replaces those that began before; by the sender's clock.
 */
export const stopNoticeSchema = z.strictObject({
  stop: z.enum(['run', 'export']),
  org: z.string(),
  userId: z.string(),
  id: z.string(),
  startedAt: z.optional(z.int()),
  items: z.optional(z.array(z.int()).check(z.maxLength(maxItems))),
})
export type StopNotice = z.infer<typeof stopNoticeSchema>

/** Sends the notice to the other instances, if any. */
export type TellStop = (notice: StopNotice) => void

/** The runs of this instance that another one may end. */
export interface StoppableRuns {
  /** Stops a run, or those items of it, at the request of another instance. */
  cancelHere(owner: RunOwner, runId: string, items?: readonly number[]): void
  /** Another instance began a run of that id: an earlier one here is stopped. startedAt: by the clock there. */
  replaceHere(owner: RunOwner, runId: string, startedAt: number): void
}

/** Does what another instance asks for. */
export function stopAsTold(
  { stop, org, userId, id, items, startedAt }: StopNotice,
  queries: StoppableRuns,
  exports: Pick<StoppableRuns, 'cancelHere'>,
): void {
  const owner = { orgId: org, userId }
  if (stop === 'export') exports.cancelHere(owner, id)
  else if (startedAt === undefined) queries.cancelHere(owner, id, items)
  else queries.replaceHere(owner, id, startedAt)
}
