import type { Poke } from '@tidemark/shared/sync/protocol'
import type { Logger } from '../observability/log'
import { logFailure } from '../observability/log-failure'

export interface PokeHub {
  /**
   * Calls the listener after each commit that changed the org, and `onClose` when the hub closes; returns a function
   * that unsubscribes.
   */
  subscribe(orgId: string, listener: (poke: Poke) => void, onClose: () => void): () => void
  publish(poke: Poke): void
  /**
   * Calls the listener when the person joins or leaves a workspace or gets another role; returns a function that
   * unsubscribes.
   */
  subscribeToMemberships(userId: string, listener: () => void): () => void
  publishMembership(userId: string): void
  /** Ends every open stream, because the process is stopping. */
  close(): void
}

interface Subscription {
  readonly listener: (poke: Poke) => void
  readonly onClose: () => void
}

/**
 * Creates a hub that tells this process's listeners that an org has reached a version. Pokes published in one turn of
 * the event loop arrive as one, with the highest version. If a listener throws, the error is logged and the others are
 * still called.
 */
export function createPokeHub({ log }: { readonly log: Logger }): PokeHub {
  const subscriptionsByOrg = new Map<string, Set<Subscription>>()
  const listenersByPerson = new Map<string, Set<() => void>>()
  const versionsByOrg = new Map<string, number>()
  let isClosed = false

  const call = (run: () => void) => {
    try {
      run()
    } catch (thrown) {
      logFailure(log, thrown, {}, 'A listener of pokes failed.')
    }
  }

  const deliver = () => {
    const pokes = [...versionsByOrg].map(([org, version]) => ({ org, version }))
    versionsByOrg.clear()
    for (const poke of pokes)
      for (const { listener } of [...(subscriptionsByOrg.get(poke.org) ?? [])]) call(() => listener(poke))
  }

  return {
    subscribe: (orgId, listener, onClose) => {
      if (isClosed) {
        call(onClose)
        return () => undefined
      }
      return addTo(subscriptionsByOrg, orgId, { listener, onClose })
    },

    publish: ({ org, version }) => {
      if (isClosed) return
      if (versionsByOrg.size === 0) setImmediate(deliver)
      versionsByOrg.set(org, Math.max(version, versionsByOrg.get(org) ?? 0))
    },

    subscribeToMemberships: (userId, listener) => addTo(listenersByPerson, userId, listener),

    publishMembership: (userId) => {
      for (const listener of [...(listenersByPerson.get(userId) ?? [])]) call(listener)
    },

    close: () => {
      isClosed = true
      const open = [...subscriptionsByOrg.values()].flatMap((subscriptions) => [...subscriptions])
      for (const { onClose } of open) call(onClose)
      subscriptionsByOrg.clear()
      listenersByPerson.clear()
    },
  }
}

/** Adds a value to the set of a key; returns a function that removes it. */
function addTo<T>(sets: Map<string, Set<T>>, key: string, value: T): () => void {
  const set = sets.get(key) ?? new Set()
  sets.set(key, set.add(value))
  return () => {
    set.delete(value)
    if (set.size === 0 && sets.get(key) === set) sets.delete(key)
  }
}
