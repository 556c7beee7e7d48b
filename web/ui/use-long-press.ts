import { useEffect, useRef, type PointerEvent } from 'react'

const heldMs = 500
const mostMovedPx = 10

export interface LongPress {
  readonly press: (event: PointerEvent) => void
  readonly move: (event: PointerEvent) => void
  readonly release: () => void
  /** Returns true for the click, or the browser's own event for menus, that belongs to a long press. */
  readonly isTaken: () => boolean
}

/**
 * Tells a finger that is held on a place from a tap; browsers of iOS have no event for it. onHeld: returns true if something
 * opened for the element at a place in CSS px of the window.
 */
export function useLongPress(onHeld: (target: EventTarget, x: number, y: number) => boolean): LongPress {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const from = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const isTaken = useRef(false)
  const release = () => {
    clearTimeout(timer.current)
    from.current = null
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    press: ({ pointerType, target, clientX: x, clientY: y }) => {
      release()
      isTaken.current = false
      if (pointerType !== 'touch') return
      from.current = { x, y }
      // The click of the lifted finger would close what was opened. The place may be gone from the page by then.
      target.addEventListener('touchend', (event) => isTaken.current && event.preventDefault(), { once: true })
      timer.current = setTimeout(() => {
        isTaken.current = onHeld(target, x, y)
      }, heldMs)
    },
    move: ({ clientX, clientY }) => {
      if (from.current !== null && Math.hypot(clientX - from.current.x, clientY - from.current.y) > mostMovedPx)
        release()
    },
    release,
    isTaken: () => isTaken.current,
  }
}
