'use client'

import type { ReactNode } from 'react'
import type { DialogPopupProps } from './dialog-popup'
import { lazyPart, useLazyPart } from './lazy-part'

export interface DialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  readonly description?: ReactNode
  /** In pixels; 440 unless told, a sheet's 320. */
  readonly width?: number | undefined
  /** Buttons at the bottom right, the main one last. */
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

const dialogPopup = lazyPart<DialogPopupProps>(() => import('./dialog-popup'))

/** A question or a form over the page. Escape and a press outside close it; focus returns to where it was. */
export function Dialog({ open, onOpenChange, title, description, width = 440, actions, children }: DialogProps) {
  const Popup = useLazyPart(dialogPopup, open)
  return (
    Popup && (
      <Popup
        open={open}
        onOpenChange={onOpenChange}
        place="centre"
        title={title}
        description={description}
        width={width}
        actions={actions}
      >
        {children}
      </Popup>
    )
  )
}

export interface SheetProps extends Omit<DialogProps, 'actions'> {
  readonly side: 'left' | 'right' | 'bottom'
}

/** A panel that slides over the page from a side: what is a column on a wide screen. */
export function Sheet({ open, onOpenChange, title, description, side, width = 320, children }: SheetProps) {
  const Popup = useLazyPart(dialogPopup, open)
  return (
    Popup && (
      <Popup open={open} onOpenChange={onOpenChange} place={side} title={title} description={description} width={width}>
        {children}
      </Popup>
    )
  )
}
