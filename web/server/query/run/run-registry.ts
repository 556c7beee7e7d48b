import type { Actor } from '@tidemark/shared/access/actor'
import { onAbort } from '@/server/base/abort-signals'

/** A request that is being answered. startedAt: by this machine's clock. signals: one per item, in order. */
export interface RegisteredRun {
  readonly startedAt: number
  readonly signals: readonly AbortSignal[]
  /** Stops the whole run, or one item of it. */
  stop(item?: number): void
  /** Removes the run once it has been answered or abandoned. */
  end(): void
}

/** The running requests, by their actor and the id that the caller chose. */
export interface RunRegistry {
  /** Starts a run; reusing an id stops the actor's earlier run. signal: aborting it stops the run. */
  start(actor: Actor, run: { readonly id: string; readonly itemCount: number }, signal: AbortSignal): RegisteredRun
  /**
   * Stops an earlier run of this id, because the actor has started a new one on another instance. startedAt: by that
   * instance's clock.
   */
  replace(owner: RunOwner, runId: string, startedAt: number): void
  /** Stops a run. items: the items to stop; all if absent. */
  cancel(owner: RunOwner, runId: string, items?: readonly number[]): void
}

/** The person and workspace that a run belongs to. */
export type RunOwner = Pick<Actor, 'orgId' | 'userId'>

interface Running {
  readonly startedAt: number
  readonly items: readonly AbortController[]
}

export function createRunRegistry(): RunRegistry {
  const runs = new Map<string, Running>()
  const keyOf = ({ orgId, userId }: RunOwner, runId: string) => JSON.stringify([orgId, userId, runId])
  const stop = ({ items }: Running): void => {
    for (const item of items) item.abort()
  }
  return {
    start: (actor, { id, itemCount }, signal) => {
      const key = keyOf(actor, id)
      const items = Array.from({ length: itemCount }, () => new AbortController())
      const run: Running = { startedAt: Date.now(), items }
      const earlier = runs.get(key)
      if (earlier !== undefined) stop(earlier)
      runs.set(key, run)
      const takeBack = onAbort(signal, () => stop(run))
      return {
        startedAt: run.startedAt,
        signals: items.map((item) => item.signal),
        stop: (item) => (item === undefined ? stop(run) : items[item]?.abort()),
        end: () => {
          if (runs.get(key) === run) runs.delete(key)
          takeBack()
        },
      }
    },
    replace: (owner, runId, startedAt) => {
      const run = runs.get(keyOf(owner, runId))
      // The notice may arrive after a newer run has started here.
      if (run !== undefined && run.startedAt < startedAt) stop(run)
    },
    cancel: (owner, runId, items) => {
      const run = runs.get(keyOf(owner, runId))
      if (run === undefined) return
      if (items === undefined) return stop(run)
      for (const item of items) run.items[item]?.abort()
    },
  }
}
