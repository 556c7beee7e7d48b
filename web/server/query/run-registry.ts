import type { Actor } from '@tidemark/shared/access/actor'

/** The requests that are being answered, by their actor and the id the caller chose. */
export interface RunRegistry {
  /** Reusing an id stops the earlier run of that actor. end: also stops what is left of it. */
  start(actor: Actor, runId: string): { readonly signal: AbortSignal; end(): void }
  cancel(owner: RunOwner, runId: string): void
}

/** Whose a run is. */
export type RunOwner = Pick<Actor, 'orgId' | 'userId'>

export function createRunRegistry(): RunRegistry {
  const controllersByRun = new Map<string, AbortController>()
  const keyOf = ({ orgId, userId }: RunOwner, runId: string) => JSON.stringify([orgId, userId, runId])
  return {
    start: (actor, runId) => {
      const key = keyOf(actor, runId)
      const controller = new AbortController()
      controllersByRun.get(key)?.abort()
      controllersByRun.set(key, controller)
      return {
        signal: controller.signal,
        end: () => {
          if (controllersByRun.get(key) === controller) controllersByRun.delete(key)
          controller.abort()
        },
      }
    },
    cancel: (owner, runId) => controllersByRun.get(keyOf(owner, runId))?.abort(),
  }
}
