import { useCallback, useEffect, useState } from 'react'
import type { DashboardId } from '@tidemark/shared/dashboards/dashboard'
import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import { readImageEndpoint, type ImageId } from '@tidemark/shared/images/image'
import { workspaceParameter } from '@tidemark/shared/accounts/workspace-address'
import type { FoundImage } from '@/client/images/images'
import { endpointAddress, type RequestFailure } from '@/client/page/api-request'
import { usePageEnvironment } from '@/client/page/page-environment'
import { reportCaught } from '@/client/observability/report-caught'
import { useIsHydrating } from '@/ui/use-is-hydrating'

/** The source of a picture. served: from its address, as the server's page has it, until this browser has looked. */
export type ShownImage =
  | { readonly kind: 'served'; readonly url: string }
  | { readonly kind: 'loading' }
  | Extract<FoundImage, { kind: 'found' }>
  | { readonly kind: 'failed'; readonly failure: RequestFailure | { readonly kind: 'lost' } }

const firstRetryMs = 4_000
const longestRetryMs = 60_000

/** Finds a picture of a dashboard: added here, seen here before, or on the server. What is still on its way is asked for again. */
export function useImage(dashboardId: DashboardId, imageId: ImageId) {
  const { databaseName, team } = usePageEnvironment()
  const isHydrating = useIsHydrating()
  // The page's own HTML has it, and no picture that takes its place later.
  const [servedId] = useState(isHydrating ? imageId : null)
  const [known, setKnown] = useState<{ readonly id: ImageId; readonly image: ShownImage } | null>(null)
  useEffect(() => {
    let isOver = false
    let waitMs = firstRetryMs
    let timer: ReturnType<typeof setTimeout> | undefined
    let unsubscribe: () => void = () => undefined
    const look = async () => {
      clearTimeout(timer)
      const { imagesOf } = await import('@/client/images/images')
      const images = imagesOf(databaseName)
      const image = await images.find(dashboardId, imageId)
      if (isOver) return
      setKnown({ id: imageId, image })
      unsubscribe()
      // What it says of its upload changes with that.
      if (image.kind === 'found') unsubscribe = image.upload === null ? () => undefined : images.subscribe(lookAgain)
      else if (mayComeLater(image.failure)) timer = setTimeout(lookAgain, waitMs)
      waitMs = Math.min(2 * waitMs, longestRetryMs)
    }
    const lookAgain = () => {
      look().catch((thrown: unknown) => {
        // Without a network the code for it may not come.
        setKnown({ id: imageId, image: { kind: 'failed', failure: { kind: 'offline' } } })
        if (navigator.onLine) reportCaught(thrown)
        timer = setTimeout(lookAgain, waitMs)
      })
    }
    lookAgain()
    addEventListener('online', lookAgain)
    return () => {
      isOver = true
      clearTimeout(timer)
      unsubscribe()
      removeEventListener('online', lookAgain)
    }
  }, [databaseName, dashboardId, imageId])

  const fromServer: ShownImage =
    servedId === imageId
      ? {
          kind: 'served',
          url: endpointAddress(readImageEndpoint, {
            params: { dashboardId, imageId },
            query: { [workspaceParameter]: team?.workspace.id },
          }),
        }
      : { kind: 'loading' }
  const onDamaged = useCallback(
    () => setKnown({ id: imageId, image: { kind: 'failed', failure: { kind: 'lost' } } }),
    [imageId],
  )
  const retryUpload = useCallback(() => {
    import('@/client/images/images').then(({ imagesOf }) => imagesOf(databaseName).retry(imageId), reportCaught)
  }, [databaseName, imageId])
  return { image: known?.id === imageId ? known.image : fromServer, onDamaged, retryUpload }
}

function mayComeLater(failure: RequestFailure): boolean {
  return failure.kind === 'offline' || (failure.kind === 'refused' && isOnItsWay(failure.error))
}

export function isOnItsWay({ code }: Pick<ErrorBody, 'code'>): boolean {
  return code === 'image-not-uploaded'
}
