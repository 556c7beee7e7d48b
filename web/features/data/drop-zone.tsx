'use client'

import { FileUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isAllowed } from '@tidemark/shared/access/rules'
import { useActor } from '@/client/workspace-client'
import { UploadPanel } from './upload-panel'
import { addFiles } from './uploads'

/** Takes files dropped anywhere on the window, and shows how their reading goes on. The app renders it once. */
export function DropZone() {
  const actor = useActor()
  const mayUpload = isAllowed(actor, { do: 'upload-data' })
  const isDragged = useFileDrag(mayUpload)
  return (
    <>
      <UploadPanel />
      {isDragged && (
        <div
          aria-hidden
          className="pointer-events-none fixed inset-0 z-[80] flex items-center justify-center bg-bg/75 p-5 backdrop-blur-[2px]"
        >
          <div className="absolute inset-3 rounded-tile border-2 border-dashed border-accent" />
          <div className="pop-in flex flex-col items-center rounded-tile border border-line bg-raised px-10 py-8 text-center shadow-pop">
            <span className="mb-3 inline-flex size-10 items-center justify-center rounded-tile bg-accent-soft text-accent">
              <FileUp />
            </span>
            <p className="text-title">Drop to add data</p>
            <p className="mt-1 text-muted">CSV, TSV, Excel, Parquet, JSON, NDJSON or SQLite, up to 2 GB</p>
          </div>
        </div>
      )}
    </>
  )
}

/** Whether files are being dragged over the window; dropped ones are added when `isEnabled`. */
function useFileDrag(isEnabled: boolean): boolean {
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
      addFiles(event.dataTransfer?.files ?? [])
    }
    addEventListener('dragenter', onDragOver)
    addEventListener('dragover', onDragOver)
    addEventListener('dragleave', onDragLeave)
    addEventListener('drop', onDrop)
    return () => {
      removeEventListener('dragenter', onDragOver)
      removeEventListener('dragover', onDragOver)
      removeEventListener('dragleave', onDragLeave)
      removeEventListener('drop', onDrop)
    }
  }, [isEnabled])
  return isDragged
}
