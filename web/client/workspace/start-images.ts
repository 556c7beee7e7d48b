import { imageIdOf } from '@tidemark/shared/images/image'
import { tilesPrefix } from '@tidemark/shared/dashboards/dashboard'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { reportCaught } from '../observability/report-caught'
import type { SyncClient } from '../sync/sync-client'

/** After what a page needs at once. */
const startAfterMs = 3_000

/**
 * Sends pictures that an earlier page could not send and, once the server was heard, forgets copies of those that this person's
 * dashboards no longer show. Returns a function that stops it.
 */
export function startImages(
  { views, getState, subscribe }: Pick<SyncClient, 'views' | 'getState' | 'subscribe'>,
  databaseName: string,
): () => void {
  let unsubscribe: () => void = () => undefined
  const start = async () => {
    const { imagesOf } = await import('../images/images')
    const images = imagesOf(databaseName)
    void images.send()
    const look = () => {
      const { status, lastSyncAt } = getState()
      if (!views.isLocal || status.kind !== 'synced' || lastSyncAt === null) return
      unsubscribe()
      const shown = shownImages(views.getState().view)
      void images.keepOnly((id) => shown.has(id))
    }
    unsubscribe = subscribe(look)
    look()
  }
  const timer = setTimeout(() => void start().catch(reportCaught), startAfterMs)
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}

function shownImages(view: EntryView): ReadonlySet<string> {
  return new Set([...view.scan(tilesPrefix)].flatMap(([key, value]) => imageIdOf(key, value) ?? []))
}
