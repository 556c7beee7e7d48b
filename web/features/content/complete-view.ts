import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import type { SyncClient } from '@/client/sync/sync-client'

/**
 * Resolves to the workspace once all of it is here: a page's snapshot lacks tiles of other dashboards and names that
 * are taken.
 */
export function completeView({ views }: Pick<SyncClient, 'views'>): Promise<EntryView> {
  return new Promise((resolve) => {
    const look = () => {
      const { view, isComplete } = views.getState()
      if (!isComplete) return
      unsubscribe()
      resolve(view)
    }
    const unsubscribe = views.subscribe(look)
    look()
  })
}
