import { maxItems } from '@tidemark/shared/query/run-query'
import * as z from 'zod/mini'
import type { RunOwner } from './run-registry'

/**
 * Asks other instances to stop a run or an export. Fits into the payload of a NOTIFY. items: those to stop; absent for
 * all. startedAt: when a new run with this id started, by the sender's clock; it replaces earlier ones.
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

/** The runs of this instance that other instances can stop. */
export interface StoppableRuns {
  /** Stops a run, or some items of it, at the request of another instance. */
  cancelHere(owner: RunOwner, runId: string, items?: readonly number[]): void
  /**
   * Stops an earlier run of this id, because another instance has started a new one. startedAt: by that instance's
   * clock.
   */
  replaceHere(owner: RunOwner, runId: string, startedAt: number): void
}

/** Handles a stop notice of another instance. */
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
