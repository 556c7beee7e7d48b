import { imageIdOf } from '@tidemark/shared/images/image'
import { tilesPrefix } from '@tidemark/shared/dashboards/dashboard'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { imagesOf } from '../images/images'
import type { SyncClient } from '../sync/sync-client'

/**
 * Sends pictures that an earlier page could not send and, once the server was heard, forgets copies of those that this person's
 * dashboards no longer show.
 */
export function startImages(
  { views, getState, subscribe }: Pick<SyncClient, 'views' | 'getState' | 'subscribe'>,
  databaseName: string,
  signal: AbortSignal,
): void {
  if (signal.aborted) return
  const images = imagesOf(databaseName)
  void images.send()
  const look = () => {
    const { status, lastSyncAt } = getState()
    if (!views.isLocal || status.kind !== 'synced' || lastSyncAt === null) return
    unsubscribe()
    const shown = shownImages(views.getState().view)
    void images.keepOnly((id) => shown.has(id))
  }
  const unsubscribe = subscribe(look)
  signal.addEventListener('abort', unsubscribe)
  look()
}

function shownImages(view: EntryView): ReadonlySet<string> {
  return new Set([...view.scan(tilesPrefix)].flatMap(([key, value]) => imageIdOf(key, value) ?? []))
}
