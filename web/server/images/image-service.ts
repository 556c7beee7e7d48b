import type { Readable } from 'node:stream'
import type { Actor } from '@tidemark/shared/access/actor'
import { requirePermission } from '@tidemark/shared/access/rules'
import { dashboardKey, tilePrefix, type DashboardId } from '@tidemark/shared/dashboards/dashboard'
import { getDashboard } from '@tidemark/shared/dashboards/dashboard-queries'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { imageIdOf, type ImageId } from '@tidemark/shared/images/image'
import type { SyncService } from '../sync/sync-service'
import type { ImageFile, ImageStore, StoredImage } from './image-store'

export interface ImageService {
  /** Stores a picture for a tile to show. Fails with `forbidden` or like `ImageStore.receive`. */
  receive(actor: Actor, content: Readable, signal: AbortSignal): Promise<StoredImage>
  /**
   * Returns a picture that a tile of a dashboard shows, if the actor may see that. Fails with `not-found`, or with
   * `image-not-uploaded` while whoever added it has not sent it.
   */
  read(actor: Actor, dashboardId: DashboardId, id: ImageId): Promise<ImageFile>
}

interface ImageServiceOptions {
  readonly sync: Pick<SyncService, 'readView'>
  readonly images: ImageStore
}

export function createImageService({ sync, images }: ImageServiceOptions): ImageService {
  return {
    receive: async (actor, content, signal) => {
      // Nobody reads it after a refusal, and its end must not be an unhandled error.
      content.on('error', () => undefined)
      requirePermission(actor, { do: 'edit-content' })
      return await images.receive(actor.orgId, content, signal)
    },
    read: async (actor, dashboardId, id) => {
      const { view } = await sync.readView(actor, [dashboardKey(dashboardId), tilePrefix(dashboardId)])
      const isShown =
        getDashboard(view, dashboardId) !== undefined &&
        [...view.scan(tilePrefix(dashboardId))].some(([key, value]) => imageIdOf(key, value) === id)
      if (!isShown) throw new TidemarkError('not-found')
      const image = await images.read(actor.orgId, id)
      if (image === null) throw new TidemarkError('image-not-uploaded')
      return image
    },
  }
}
