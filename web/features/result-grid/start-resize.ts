import type { PointerEvent } from 'react'
import { cssZoom } from '@/ui/css-zoom'

interface ResizeHandlers {
  readonly onWidth: (widthPx: number) => void
  readonly onEnd: () => void
  readonly onCancel: () => void
}

/** Follows the pointer that drags the edge of a column, until it lets go or Escape breaks it off. */
export function startResize(
  event: Pick<PointerEvent<HTMLElement>, 'currentTarget' | 'clientX' | 'pointerId' | 'preventDefault'>,
  { onWidth, onEnd, onCancel }: ResizeHandlers,
): void {
  const handle = event.currentTarget
  const zoom = cssZoom(handle)
  const startWidth = (handle.parentElement?.getBoundingClientRect().width ?? 0) / zoom
  const startX = event.clientX
  let isMoved = false
  event.preventDefault()
  handle.setPointerCapture(event.pointerId)
  const stop = new AbortController()
  const { signal } = stop
  const move = (moved: globalThis.PointerEvent) => {
    // A press alone, as of a double click, gives no width.
    if (moved.clientX === startX && !isMoved) return
    isMoved = true
    onWidth(startWidth + (moved.clientX - startX) / zoom)
  }
  const end = () => {
    stop.abort()
    if (isMoved) onEnd()
  }
  const cancel = (pressed: KeyboardEvent) => {
    if (pressed.key !== 'Escape') return
    // Escape closes what is around the table otherwise.
    pressed.preventDefault()
    pressed.stopPropagation()
    stop.abort()
    handle.releasePointerCapture(event.pointerId)
    if (isMoved) onCancel()
  }
  handle.addEventListener('pointermove', move, { signal })
  for (const name of ['pointerup', 'pointercancel'] as const) handle.addEventListener(name, end, { signal })
  window.addEventListener('keydown', cancel, { signal, capture: true })
}
