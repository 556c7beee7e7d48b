'use client'

import { cloneElement, useRef, type KeyboardEvent, type MouseEvent, type ReactElement, type RefObject } from 'react'

/** An element that can be a trigger: any button of `web/ui`, or a plain `<button>`. */
export type TriggerElement = ReactElement<{
  ref?: RefObject<HTMLButtonElement | null>
  onClick?: (event: MouseEvent) => void
  onPointerDown?: () => void
  onPointerEnter?: () => void
  onFocus?: () => void
  onKeyDown?: (event: KeyboardEvent) => void
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-expanded'?: boolean
}>

/**
 * Makes a button open a pop-up that is loaded when the button is first approached. Returns the button with its
 * handlers, and the reference that anchors the pop-up.
 */
export function usePopupTrigger({
  trigger,
  part,
  kind,
  open,
  onOpenChange,
}: {
  readonly trigger: TriggerElement
  readonly part: { readonly loaded: () => unknown; readonly load: () => Promise<unknown> }
  readonly kind: 'menu' | 'dialog'
  readonly open: boolean
  readonly onOpenChange: (open: boolean, byKeyboard: boolean) => void
}): { readonly button: ReactElement; readonly anchor: RefObject<HTMLButtonElement | null> } {
  const anchor = useRef<HTMLButtonElement>(null)
  // Pressing the button of an open pop-up closes it as a press outside; the click that follows must not reopen it.
  const wasOpen = useRef(false)
  const approach = () => void part.load().catch(() => undefined)
  const button = cloneElement(trigger, {
    ref: anchor,
    'aria-haspopup': kind,
    'aria-expanded': open,
    onPointerEnter: approach,
    onFocus: approach,
    onPointerDown: () => {
      // A pop-up that could not be loaded is not open, whatever its state says.
      wasOpen.current = open && part.loaded() !== null
    },
    onClick: (event) => {
      approach()
      // A key press on a button causes a click without a pointer (detail 0).
      onOpenChange(!wasOpen.current, event.detail === 0)
      wasOpen.current = false
    },
    onKeyDown: (event) => {
      if (kind !== 'menu' || event.key !== 'ArrowDown') return
      event.preventDefault()
      onOpenChange(true, true)
    },
  })
  return { button, anchor }
}
