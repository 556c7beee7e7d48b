import type { ResultCache } from './result-cache'
import type { SyncClient } from './sync-client'

/** What goes away comes with other changes; one look is enough for all of them. */
const lookAfterMs = 5000

type Synced = Pick<SyncClient, 'views' | 'getState' | 'subscribe'>

/**
 * Forgets the kept results of charts, connections and datasets that this person sees no more: somebody took their access
 * away. Looks once the server was heard, and after each change. Returns how to stop.
 */
export function dropLostResults(
  { views, getState, subscribe }: Synced,
  cache: Pick<ResultCache, 'keepOnly'>,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    timer = undefined
    const { status, lastSyncAt } = getState()
    // What a page brought, or an old copy here, may lack what is seen.
    if (!views.isLocal || status.kind !== 'synced' || lastSyncAt === null) return
    const { view } = views.getState()
    void cache.keepOnly((key) => {
      const entry = entryOf(key)
      return entry === null || view.get(entry) !== undefined
    })
  }
  const later = () => {
    timer ??= setTimeout(look, lookAfterMs)
  }
  later()
  const unsubscribes = [views.subscribe(later), subscribe(later)]
  return () => {
    clearTimeout(timer)
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
}

/** Of which entry a result is, by the name it is kept under; null for one of none. */
function entryOf(key: string): string | null {
  const [, concept, id] = /^(chart|editor|connection|dataset)\/([\w-]+)/.exec(key) ?? []
  return concept === undefined || id === undefined ? null : `${concept === 'editor' ? 'chart' : concept}/${id}`
}
