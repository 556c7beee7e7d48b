'use client'

import { Popover } from '@base-ui/react/popover'
import type { ReactNode, RefObject } from 'react'

export interface PopoverPopupProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly anchor: RefObject<HTMLElement | null>
  readonly label: string
  readonly align: 'start' | 'center' | 'end'
  readonly side: 'top' | 'bottom' | 'left' | 'right'
  readonly width: number
  readonly children: ReactNode
}

export default function PopoverPopup({
  open,
  onOpenChange,
  anchor,
  label,
  align,
  side,
  width,
  children,
}: PopoverPopupProps) {
  return (
    <Popover.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-[60] outline-none"
        >
          <Popover.Popup
            aria-label={label}
            finalFocus={anchor}
            style={{ width }}
            // Keeps a sticky footer from covering the focused element.
            className="pop-in room-follows max-h-[var(--available-height)] max-w-[calc(100vw-16px)] overflow-y-auto rounded-tile border border-line bg-raised p-3 text-text has-[[data-foot]]:scroll-pb-14 shadow-pop outline-none"
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
