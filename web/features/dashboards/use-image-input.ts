import { useEffect, useRef } from 'react'
import { takeDroppedImages } from '@/features/content/dropped-images'

/** Takes pictures that are dropped on the page, or pasted where no text is being written. */
export function useImageInput(isEnabled: boolean, add: (files: readonly File[]) => void): void {
  const latest = useRef(add)
  useEffect(() => {
    latest.current = add
  })
  useEffect(() => {
    if (!isEnabled) return
    const take = (files: readonly File[]) => latest.current(files)
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || isWritten(event.target)) return
      event.preventDefault()
      take(files)
    }
    const stopTaking = takeDroppedImages(take)
    addEventListener('paste', onPaste)
    return () => {
      stopTaking()
      removeEventListener('paste', onPaste)
    }
  }, [isEnabled])
}

function isWritten(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null
}
