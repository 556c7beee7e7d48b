import type { Actor } from '@tidemark/shared/access/actor'

/** A request that is being answered. startedAt: by this machine's clock. signalOf: of one of its items; aborted with the whole. end: also stops what is left of it. */
export interface RegisteredRun {
  readonly startedAt: number
  signalOf(item: number): AbortSignal
  end(): void
}

/** The requests that are being answered, by their actor and the id the caller chose. */
export interface RunRegistry {
  /** Reusing an id stops the earlier run of that actor. */
  start(actor: Actor, runId: string): RegisteredRun
  /** The actor has begun a run of that id elsewhere: an earlier one here makes way. startedAt: by the clock there. */
  replace(owner: RunOwner, runId: string, startedAt: number): void
  /** items: those of the request that are to stop; all of them when absent. */
  cancel(owner: RunOwner, runId: string, items?: readonly number[]): void
}

/** Whose a run is. */
export type RunOwner = Pick<Actor, 'orgId' | 'userId'>

interface Running {
  readonly startedAt: number
  readonly whole: AbortController
  readonly byItem: Map<number, AbortController>
}

export function createRunRegistry(): RunRegistry {
  const runs = new Map<string, Running>()
  const keyOf = ({ orgId, userId }: RunOwner, runId: string) => JSON.stringify([orgId, userId, runId])
  const controllerOf = ({ byItem }: Running, item: number): AbortController => {
    const controller = byItem.get(item) ?? new AbortController()
    byItem.set(item, controller)
    return controller
  }
  return {
    start: (actor, runId) => {
      const key = keyOf(actor, runId)
      const run: Running = { startedAt: Date.now(), whole: new AbortController(), byItem: new Map() }
      runs.get(key)?.whole.abort()
      runs.set(key, run)
      return {
        startedAt: run.startedAt,
        signalOf: (item) => AbortSignal.any([run.whole.signal, controllerOf(run, item).signal]),
        end: () => {
          if (runs.get(key) === run) runs.delete(key)
          run.whole.abort()
        },
      }
    },
    replace: (owner, runId, startedAt) => {
      const run = runs.get(keyOf(owner, runId))
      // What was told may arrive after a newer one has begun here.
      if (run !== undefined && run.startedAt < startedAt) run.whole.abort()
    },
    cancel: (owner, runId, items) => {
      const run = runs.get(keyOf(owner, runId))
      if (run === undefined) return
      if (items === undefined) return run.whole.abort()
      for (const item of items) run.byItem.get(item)?.abort()
    },
  }
}
