import { nextTime } from '@tidemark/shared/jobs/schedule'
import type { TakenJob } from './job-rows'

/** The end of a run. again: tries once more then. */
export type RunEnd =
  | { readonly kind: 'succeeded'; readonly note: string | null }
  | { readonly kind: 'again'; readonly at: number; readonly error: string }
  | { readonly kind: 'dead'; readonly error: string }

interface After {
  readonly state: 'waiting' | 'done' | 'dead'
  readonly dueAt: number
  readonly runAt: number
  readonly attempts: number
  readonly error: string | null
}

/**
 * Decides what becomes of a job after a run. A schedule goes on with its next time, also when the tries for this one
 * would reach it: what was missed meanwhile is caught up once.
 */
export function afterRun({ schedule, dueAt, attempts }: TakenJob, end: RunEnd, now: number): After {
  const error = end.kind === 'succeeded' ? null : end.error
  const next = schedule === null ? null : nextTime(schedule, now)
  if (end.kind === 'again' && (next === null || end.at < next))
    return { state: 'waiting', dueAt, runAt: end.at, attempts, error }
  if (next !== null) return { state: 'waiting', dueAt: next, runAt: next, attempts: 0, error }
  return { state: end.kind === 'succeeded' ? 'done' : 'dead', dueAt, runAt: dueAt, attempts, error }
}
