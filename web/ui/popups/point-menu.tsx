'use client'

import { useMemo, type ReactNode, type RefObject } from 'react'
import { lazyPart, useLazyPart } from '../lazy-part'
import type { MenuPopupProps } from './menu-popup'

export interface MenuPoint {
  /** In pixels of the window. */
  readonly x: number
  readonly y: number
}

export interface PointMenuProps {
  readonly open: boolean
  readonly point: MenuPoint
  /** True if opened by a key: the first item is focused. */
  readonly focusFirst: boolean
  /** The element that gets the focus on close. */
  readonly returnFocus: RefObject<HTMLElement | null>
  /** The menu's name for screen readers. */
  readonly label: string
  readonly onOpenChange: (open: boolean) => void
  /** MenuItem, MenuSeparator, MenuGroup. */
  readonly children: ReactNode
}

const menuPopup = lazyPart<MenuPopupProps>(() => import('./menu-popup'))

/** A menu of commands at a point of the page, without a button. */
export function PointMenu({ open, point: { x, y }, ...menu }: PointMenuProps) {
  const Popup = useLazyPart(menuPopup, open)
  const anchor = useMemo(() => ({ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }), [x, y])
  return Popup && <Popup {...menu} open={open} anchor={anchor} align="start" side="bottom" />
}
