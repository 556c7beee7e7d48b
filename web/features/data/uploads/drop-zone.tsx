'use client'

import { useEffect, useState } from 'react'
import type { Actor } from '@tidemark/shared/access/actor'
import { isAllowed } from '@tidemark/shared/access/rules'
import { isJsonObject } from '@tidemark/shared/base/json'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { folderIdSchema, type FolderId } from '@tidemark/shared/folders/folder'
import { mayEditIn } from '@tidemark/shared/folders/folder-rights'
import { getDesktop } from '@/client/page/desktop-bridge'
import { onFirstInteraction } from '@/client/page/first-interaction'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useActor, useSyncClient } from '@/client/workspace/workspace-client'
import { lazyPart, useLazyPart } from '@/ui/lazy-part'
import { passOnImages } from '@/features/content/dropped-images'
import { reportProblem } from '@/features/messages/report-problem'

const uploadPanel = lazyPart(() => import('./upload-panel'))
const dropHint = lazyPart(() => import('./drop-hint'))

/** Takes files dropped anywhere on the window, and shows how their reading goes on. The app renders it once. */
export function DropZone() {
  const actor = useActor()
  const mayUpload = isAllowed(actor, { do: 'upload-data' })
  const isDragged = useFileDrag(mayUpload)
  const [isPanelWanted, setPanelWanted] = useState(false)
  useEffect(() => {
    const want = () => setPanelWanted(true)
    // A file may be opened with the desktop app before anything is touched in it.
    return getDesktop() === null ? onFirstInteraction(want) : want()
  }, [])
  // A drag from elsewhere may be the first that is done here.
  if (isDragged && !isPanelWanted) setPanelWanted(true)
  const UploadPanel = useLazyPart(uploadPanel, isPanelWanted)
  const DropHint = useLazyPart(dropHint, isDragged)
  return (
    <>
      {UploadPanel && <UploadPanel />}
      {DropHint && <DropHint />}
    </>
  )
}

/** Returns the folder of what a page shows, where new data belongs if the person may edit it; null for the top. */
function placeAt(path: string, view: EntryView, actor: Actor): FolderId | null {
  const [, kind, id] = /\/(dashboard|chart|data)s?\/([\w-]+)/.exec(path) ?? []
  const entry = view.get(`${kind === 'data' ? 'dataset' : kind}/${id}`)
  const folderId = folderIdSchema.safeParse(isJsonObject(entry) ? entry['folderId'] : null)
  return folderId.success && mayEditIn(actor, folderId.data, view) ? folderId.data : null
}

/** True if files are being dragged over the window; dropped ones are added when `isEnabled`. */
function useFileDrag(isEnabled: boolean): boolean {
  const client = useSyncClient()
  const { databaseName } = usePageEnvironment()
  const [isDragged, setIsDragged] = useState(false)
  useEffect(() => {
    if (!isEnabled) return
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy'
      setIsDragged(true)
    }
    const onDragLeave = (event: DragEvent) => {
      // Leaving an element for another within the window has a related target.
      if (event.relatedTarget === null) setIsDragged(false)
    }
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsDragged(false)
      // The event's own list is empty once it is over.
      const files = [...(event.dataTransfer?.files ?? [])]
      const folderId = placeAt(location.pathname, client.views.getState().view, client.getActor())
      passOnImages(files)
        .then(async (others) => {
          const { importDropped } = await import('@/features/content/dropped-dashboards')
          return await importDropped(client, databaseName, others)
        })
        .then(async (others) => {
          if (others.length > 0) (await import('./uploads')).addFiles(others, { folderId })
        })
        .catch(reportProblem)
    }
    addEventListener('dragenter', onDragOver)
    addEventListener('dragover', onDragOver)
    addEventListener('dragleave', onDragLeave)
    addEventListener('drop', onDrop)
    return () => {
      setIsDragged(false)
      removeEventListener('dragenter', onDragOver)
      removeEventListener('dragover', onDragOver)
      removeEventListener('dragleave', onDragLeave)
      removeEventListener('drop', onDrop)
    }
  }, [isEnabled, client, databaseName])
  return isDragged
}
