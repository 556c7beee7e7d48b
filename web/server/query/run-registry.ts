import type { Actor } from '@tidemark/shared/access/actor'

/** The requests that are being answered, by their actor and the id the caller chose. */
export interface RunRegistry {
  /** Reusing an id stops the earlier run of that actor. end: also stops what is left of it. */
  start(actor: Actor, runId: string): { readonly signal: AbortSignal; end(): void }
  cancel(actor: Actor, runId: string): void
}

export function createRunRegistry(): RunRegistry {
  const controllersByRun = new Map<string, AbortController>()
  const keyOf = (actor: Actor, runId: string) => JSON.stringify([actor.orgId, actor.userId, runId])
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
    cancel: (actor, runId) => controllersByRun.get(keyOf(actor, runId))?.abort(),
  }
}
