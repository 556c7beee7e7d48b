import { useState, type PointerEvent, type ReactNode } from 'react'
import type { ImageContent, ImageId } from '@tidemark/shared/images/image'
import type { DashboardId } from '@tidemark/shared/dashboards/dashboard'
import { usePageEnvironment } from '@/client/page/page-environment'
import { reportProblem } from '@/features/messages/report-problem'
import { classNames } from '@/ui/class-names'
import { lazyComponent } from '@/ui/lazy-part'
import { Skeleton } from '@/ui/skeleton'
import { TileMessage } from './chart-tile-face'
import { UntitledHeader, type TileTools } from './tile-header'
import { isOnItsWay, useImage, type ShownImage } from './use-image'

const ImageTileMenu = lazyComponent(() => import('./image-tile-menu'))
const ImageDialog = lazyComponent(() => import('./image-dialog'))

interface ImageTileProps {
  readonly dashboardId: DashboardId
  /** Its name for screen readers. */
  readonly name: string
  readonly content: ImageContent
  readonly isCompact: boolean
  readonly tools: TileTools
  readonly onChange: (content: ImageContent) => void
  readonly onReplaced: (id: ImageId) => void
}

/** A picture on a dashboard. It fills its tile; the handle and the menu lie over it. */
export function ImageTile(props: ImageTileProps) {
  const { dashboardId, name, content, isCompact, tools, onChange, onReplaced } = props
  const { databaseName } = usePageEnvironment()
  const { image, onDamaged, retryUpload } = useImage(dashboardId, content.imageId)
  // Once used it stays mounted, so that closing hands the focus back.
  const [hasOpened, setHasOpened] = useState(false)
  if (tools.isEditing && !hasOpened) setHasOpened(true)
  const grab = (event: PointerEvent) => {
    // A finger on the picture scrolls the page.
    if (event.pointerType === 'mouse') tools.onGrab?.(event)
  }
  const replace = async () => {
    const { addImages, chooseImages } = await import('../add-images')
    const files = await chooseImages({ isMultiple: false })
    await addImages(databaseName, files, async (id) => onReplaced(id))
  }
  return (
    <>
      <div
        className={classNames(
          'absolute inset-0 flex flex-col overflow-hidden rounded-tile',
          tools.onGrab !== null && 'cursor-grab active:cursor-grabbing',
        )}
        onPointerDown={grab}
        onDoubleClick={() => tools.mayEdit && tools.setEditing(true)}
      >
        <Linked content={content}>
          <Picture image={image} content={content} isCompact={isCompact} onDamaged={onDamaged} />
        </Linked>
        <UploadNote image={image} onRetry={retryUpload} />
      </div>
      {/* Above the picture. */}
      <div className="relative">
        <UntitledHeader
          name={name}
          tools={tools}
          menu={
            <ImageTileMenu tools={tools} link={content.link} onReplace={() => void replace().catch(reportProblem)} />
          }
        />
      </div>
      {hasOpened && (
        <ImageDialog
          open={tools.isEditing}
          dashboardId={dashboardId}
          content={content}
          onChange={onChange}
          onClose={() => tools.setEditing(false)}
        />
      )}
    </>
  )
}

function Linked({ content, children }: { readonly content: ImageContent; readonly children: ReactNode }) {
  const className = 'flex min-h-0 flex-1 flex-col'
  if (content.link === null) return <div className={className}>{children}</div>
  return (
    <a
      href={content.link}
      target="_blank"
      rel="noopener noreferrer nofollow"
      draggable={false}
      // Its name is the description; without one it says where it leads.
      aria-label={content.description === '' ? `Open ${new URL(content.link).host}` : undefined}
      className={classNames(className, 'rounded-tile focus-visible:-outline-offset-2')}
    >
      {children}
    </a>
  )
}

function Picture({
  image,
  content: { description, fit },
  isCompact,
  onDamaged,
}: {
  readonly image: ShownImage
  readonly content: ImageContent
  readonly isCompact: boolean
  readonly onDamaged: () => void
}) {
  switch (image.kind) {
    case 'loading':
      return <Skeleton className="h-full rounded-tile" />
    case 'served':
    case 'found':
      return (
        // Next's own component asks the server for other sizes, which has none.
        // oxlint-disable-next-line nextjs/no-img-element
        <img
          src={image.url}
          alt={description}
          decoding="async"
          draggable={false}
          // Where the page's own request fails, this browser still looks for its copy.
          onError={image.kind === 'found' ? onDamaged : undefined}
          className={classNames('size-full', fit === 'fill' ? 'object-cover' : 'object-contain p-2')}
        />
      )
    case 'failed':
      return (
        <div className="min-h-0 flex-1 px-3.5 py-3">
          <TileMessage {...failureWords(image.failure)} isCompact={isCompact} />
        </div>
      )
  }
}

function failureWords(failure: Extract<ShownImage, { kind: 'failed' }>['failure']): {
  readonly title: string
  readonly text: string
} {
  if (failure.kind === 'lost')
    return { title: 'This picture cannot be shown', text: 'Its file is damaged. Replace it with another.' }
  if (failure.kind === 'refused' && isOnItsWay(failure.error))
    return {
      title: 'This picture is on its way',
      text: 'It appears here once whoever added it is connected to the server.',
    }
  if (failure.kind === 'refused' && failure.error.code === 'not-found')
    return { title: 'This picture is not here', text: 'It was removed, or you have no access to it.' }
  if (failure.kind === 'refused') return { title: 'This picture cannot be shown', text: failure.error.message }
  return { title: 'Waiting for the server', text: 'This browser has not shown this picture before.' }
}

/** The note that nobody else sees the picture yet, and why. */
function UploadNote({ image, onRetry }: { readonly image: ShownImage; readonly onRetry: () => void }) {
  if (image.kind !== 'found' || image.upload === null) return null
  const { upload } = image
  return (
    <p
      role="status"
      className="flex shrink-0 items-center gap-2 border-t border-line bg-surface px-2.5 py-1 text-small text-muted print:hidden"
    >
      {upload.kind === 'waiting' ? (
        'Only you see it until it is uploaded.'
      ) : (
        <>
          <span className="min-w-0 flex-1 truncate text-bad" title={upload.message}>
            Not uploaded: {upload.message}
          </span>
          <button type="button" className="shrink-0 font-medium text-accent hover:underline" onClick={onRetry}>
            Retry
          </button>
        </>
      )}
    </p>
  )
}
