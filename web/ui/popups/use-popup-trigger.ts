'use client'

import { cloneElement, useRef, type KeyboardEvent, type MouseEvent, type ReactElement, type RefObject } from 'react'

/** An element that can be a trigger: any button of the kit or a plain `<button>`. */
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
 * Makes a button open a pop-up that is fetched when the button is first approached.
 * Returns the button with its handlers, and the reference to anchor the pop-up to.
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
  // Pressing the button while open closes the pop-up as a press outside it; the click that follows must not reopen it.
  const wasOpen = useRef(false)
  const approach = () => void part.load().catch(() => undefined)
  const button = cloneElement(trigger, {
    ref: anchor,
    'aria-haspopup': kind,
    'aria-expanded': open,
    onPointerEnter: approach,
    onFocus: approach,
    onPointerDown: () => {
      // What could not be fetched is not open, whatever was asked for.
      wasOpen.current = open && part.loaded() !== null
    },
    onClick: (event) => {
      approach()
      // A key press on a button arrives as a click of no pointer.
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
