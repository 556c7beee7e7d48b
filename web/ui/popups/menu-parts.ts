'use client'

import type { LucideIcon } from 'lucide-react'
import { createContext, type ReactNode } from 'react'

export interface MenuItemProps {
  readonly children: ReactNode
  readonly onSelect: () => void
  readonly icon?: LucideIcon | undefined
  readonly shortcut?: string | undefined
  readonly danger?: boolean | undefined
  readonly disabled?: boolean | undefined
  /** Shows a check mark: the item is a selected choice. */
  readonly checked?: boolean | undefined
}

/** The parts of a menu; the lazily loaded pop-up provides them, so that a page with a closed menu stays small. */
export interface MenuParts {
  readonly Item: (props: MenuItemProps) => ReactNode
  readonly Separator: () => ReactNode
  readonly Group: (props: { readonly label: string; readonly children: ReactNode }) => ReactNode
}

export const MenuPartsContext = createContext<MenuParts | null>(null)
