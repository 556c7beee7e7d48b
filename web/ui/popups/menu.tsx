'use client'

import { use, useState, type ReactNode } from 'react'
import { lazyPart, useLazyPart } from '../lazy-part'
import { MenuPartsContext, type MenuItemProps, type MenuParts } from './menu-parts'
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
