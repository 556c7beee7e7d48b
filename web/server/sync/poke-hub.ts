import type { Poke } from '@tidemark/shared/sync/protocol'
import type { Logger } from '../log'
import type { PokeHub } from '../services'

interface Subscription {
  readonly orgIds: ReadonlySet<string>
  readonly listener: (poke: Poke) => void
  readonly onClose: () => void
}

/**
 * Tells this process's listeners that an org has reached a version. Pokes published in one turn of the event loop
 * arrive as one, with the highest version. A listener that throws is logged and does not keep the others waiting.
 */
export function createPokeHub({ log }: { readonly log: Logger }): PokeHub {
  const subscriptions = new Set<Subscription>()
  const versionsByOrg = new Map<string, number>()
  let isClosed = false

  const call = (run: () => void) => {
    try {
      run()
    } catch (err) {
      log.error({ err }, 'A listener of pokes failed.')
    }
  }

  const deliver = () => {
    const pokes = [...versionsByOrg].map(([org, version]) => ({ org, version }))
    versionsByOrg.clear()
    for (const { orgIds, listener } of [...subscriptions]) {
      for (const poke of pokes) if (orgIds.has(poke.org)) call(() => listener(poke))
    }
  }

  return {
    subscribe: (orgIds, listener, onClose) => {
      if (isClosed) {
        call(onClose)
        return () => undefined
      }
      const subscription = { orgIds: new Set(orgIds), listener, onClose }
      subscriptions.add(subscription)
      return () => subscriptions.delete(subscription)
    },

    publish: ({ org, version }) => {
      if (isClosed) return
      if (versionsByOrg.size === 0) setImmediate(deliver)
      versionsByOrg.set(org, Math.max(version, versionsByOrg.get(org) ?? 0))
    },

    close: () => {
      isClosed = true
      for (const { onClose } of [...subscriptions]) call(onClose)
      subscriptions.clear()
    },
  }
}
