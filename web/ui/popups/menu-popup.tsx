'use client'

import { Menu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { classNames } from '../class-names'
import { Kbd } from '../buttons/kbd'
import { MenuPartsContext, type MenuParts } from './menu-parts'

export interface MenuPopupProps {
  readonly open: boolean
  /** True if opened by a key: the first item is focused, so that arrows continue from there. */
  readonly focusFirst: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly anchor: RefObject<HTMLElement | null> | { readonly getBoundingClientRect: () => DOMRect }
  /** The element that gets the focus on close; by default the anchor. */
  readonly returnFocus?: RefObject<HTMLElement | null> | undefined
  readonly label: string
  readonly align: 'start' | 'center' | 'end'
  readonly side: 'top' | 'bottom' | 'left' | 'right'
  readonly children: ReactNode
}

export default function MenuPopup({
  open,
  focusFirst,
  onOpenChange,
  anchor,
  returnFocus,
  label,
  align,
  side,
  children,
}: MenuPopupProps) {
  const popup = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!open || !focusFirst) return
    // Without a trigger Base UI focuses the pop-up itself in the next frame, and some menus load their items when first
    // shown.
    const timer = setInterval(() => {
      const first = popup.current?.querySelector<HTMLElement>('[role=menuitem]:not([data-disabled])')
      if (!first) return
      clearInterval(timer)
      // A quick person may be on an item already.
      if (!document.activeElement?.matches('[role=menuitem]')) first.focus()
    }, 30)
    return () => clearInterval(timer)
  }, [open, focusFirst])
  const focusAfter = (): HTMLElement | boolean => {
    const origin = (returnFocus ?? ('current' in anchor ? anchor : null))?.current ?? null
    // If the chosen item opened a dialog or an inline edit, that has the focus before the menu closes, and keeps it.
    const taken = document.activeElement?.closest('[role=dialog], input, textarea, [contenteditable=true]') ?? null
    const isTaken = taken !== null && !taken.contains(origin) && popup.current?.contains(taken) !== true
    return isTaken ? false : (origin ?? true)
  }
  return (
    <Menu.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Menu.Portal>
        <Menu.Positioner
          anchor={anchor}
          side={side}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-[60] outline-none"
        >
          <Menu.Popup
            ref={popup}
            aria-label={label}
            finalFocus={focusAfter}
            className="pop-in room-follows max-h-[var(--available-height)] max-w-[min(var(--available-width),26rem)] min-w-44 overflow-y-auto rounded-tile border border-line bg-raised p-1 text-text shadow-pop outline-none"
          >
            <MenuPartsContext value={parts}>{children}</MenuPartsContext>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

const itemClass =
  'flex min-h-7 cursor-default items-center gap-2 rounded-row px-2 py-1 text-body outline-none select-none data-[disabled]:opacity-45 data-[highlighted]:bg-hover touch:min-h-11'

const parts: MenuParts = {
  Item: ({ children, onSelect, icon: Icon, shortcut, danger, disabled, checked }) => (
    <Menu.Item onClick={onSelect} disabled={disabled} className={classNames(itemClass, danger && 'text-bad')}>
      {Icon && <Icon aria-hidden className={danger ? undefined : 'text-muted'} />}
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
      {checked && <Check aria-label="on" className="text-accent" />}
      {shortcut && <Kbd keys={shortcut} className="ml-4 text-muted touch:hidden" />}
    </Menu.Item>
  ),
  Separator: () => <Menu.Separator className="mx-2 my-1 h-px bg-line forced-color-adjust-none" />,
  Group: ({ label, children }) => (
    <Menu.Group>
      <Menu.GroupLabel className="px-2 pt-1.5 pb-1 text-caption font-medium text-muted">{label}</Menu.GroupLabel>
      {children}
    </Menu.Group>
  ),
}
