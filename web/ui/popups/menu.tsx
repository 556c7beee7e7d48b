'use client'

import type { LucideIcon } from 'lucide-react'
import { createContext, use, useState, type ReactNode } from 'react'
import { lazyPart, useLazyPart } from '../lazy-part'
import type { MenuPopupProps } from './menu-popup'
import { usePopupTrigger, type TriggerElement } from './use-popup-trigger'

export interface MenuProps {
  /** The button that opens it, such as `<IconButton icon={Ellipsis} label="Chart menu" />`. */
  readonly trigger: TriggerElement
  /** The menu's name for screen readers. */
  readonly label: string
  readonly align?: 'start' | 'center' | 'end' | undefined
  readonly side?: 'top' | 'bottom' | 'left' | 'right' | undefined
  readonly onOpenChange?: ((open: boolean) => void) | undefined
  /** MenuItem, MenuSeparator, MenuGroup. */
  readonly children: ReactNode
}

const menuPopup = lazyPart<MenuPopupProps>(() => import('./menu-popup'))

/** A button with a menu of commands. */
export function Menu({ trigger, label, align = 'start', side = 'bottom', onOpenChange, children }: MenuProps) {
  const [open, setOpen] = useState(false)
  const [used, setUsed] = useState(false)
  const Popup = useLazyPart(menuPopup, used)
  const [isByKeyboard, setByKeyboard] = useState(false)
  const change = (next: boolean, byKeyboard = false) => {
    setOpen(next)
    setByKeyboard(byKeyboard)
    if (next) setUsed(true)
    onOpenChange?.(next)
  }
  const { button, anchor } = usePopupTrigger({ trigger, part: menuPopup, kind: 'menu', open, onOpenChange: change })
  return (
    <>
      {button}
      {Popup && (
        <Popup
          open={open}
          focusFirst={isByKeyboard}
          onOpenChange={change}
          anchor={anchor}
          label={label}
          align={align}
          side={side}
        >
          {children}
        </Popup>
      )}
    </>
  )
}

export interface MenuItemProps {
  readonly children: ReactNode
  readonly onSelect: () => void
  readonly icon?: LucideIcon | undefined
  readonly shortcut?: string | undefined
  readonly danger?: boolean | undefined
  readonly disabled?: boolean | undefined
  /** Shows a check mark: the item is a choice that is on. */
  readonly checked?: boolean | undefined
}

/** The parts a menu is made of; the lazily fetched pop-up gives them, so that a page with a closed menu stays small. */
export interface MenuParts {
  readonly Item: (props: MenuItemProps) => ReactNode
  readonly Separator: () => ReactNode
  readonly Group: (props: { readonly label: string; readonly children: ReactNode }) => ReactNode
}

export const MenuPartsContext = createContext<MenuParts | null>(null)

export function MenuItem(props: MenuItemProps) {
  const { Item } = mustBeInMenu(use(MenuPartsContext))
  return <Item {...props} />
}

export function MenuSeparator() {
  const { Separator } = mustBeInMenu(use(MenuPartsContext))
  return <Separator />
}

/** Items under a small heading. */
export function MenuGroup(props: { readonly label: string; readonly children: ReactNode }) {
  const { Group } = mustBeInMenu(use(MenuPartsContext))
  return <Group {...props} />
}

function mustBeInMenu(parts: MenuParts | null): MenuParts {
  if (parts === null) throw new Error('a menu item outside a Menu')
  return parts
}
