import type { Actor } from '@tidemark/shared/access/actor'
import { onAbort } from '@/server/base/abort-signals'

/** A request that is being answered. startedAt: by this machine's clock. signals: of its items, in their order. */
export interface RegisteredRun {
  readonly startedAt: number
  readonly signals: readonly AbortSignal[]
  /** Stops what is left of it, or that item. */
  stop(item?: number): void
  /** It is answered or given up: nothing stops it any more. */
  end(): void
}

/** The requests that are being answered, by their actor and the id the caller chose. */
export interface RunRegistry {
  /** Reusing an id stops the earlier run of that actor. signal: aborting it stops the run. */
  start(actor: Actor, run: { readonly id: string; readonly itemCount: number }, signal: AbortSignal): RegisteredRun
  /** The actor has begun a run of that id elsewhere: an earlier one here makes way. startedAt: by the clock there. */
  replace(owner: RunOwner, runId: string, startedAt: number): void
  /** items: those of the request that are to stop; all of them when absent. */
  cancel(owner: RunOwner, runId: string, items?: readonly number[]): void
}

/** The owner of a run. */
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
      // The notice may arrive after a newer run has begun here.
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
