'use client'

import { useEffect, useRef, type ReactNode } from 'react'
import type { DialogPopupProps } from './dialog-popup'
import { lazyPart, useLazyPart } from '../lazy-part'
import { rightsToastId, toast } from './toaster'

export interface DialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /**
   * True if the person may do what the dialog is for. If they lose that right it closes with a message; it stays
   * mounted, so that its content is there if they regain the right.
   */
  readonly isAllowed: boolean
  readonly title: string
  readonly description?: ReactNode
  /** In pixels; by default 440, for a sheet 320. */
  readonly width?: number | undefined
  /** Buttons at the bottom right, the main one last. */
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

const dialogPopup = lazyPart<DialogPopupProps>(() => import('./dialog-popup'))

/** A question or form over the page. Escape and a press outside close it; the focus returns to where it was. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, isAllowed, title, description, width = 440, actions, children } = props
  const isShown = open && isAllowed
  const Popup = useLazyPart(dialogPopup, isShown)
  const wasShown = useRef(false)
  useEffect(() => {
    if (wasShown.current && open && !isAllowed)
      toast(`“${title}” was closed: you may no longer do that here`, { id: rightsToastId })
    wasShown.current = open && isAllowed
  }, [open, isAllowed, title])
  return (
    Popup && (
      <Popup
        open={isShown}
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

export interface SheetProps extends Omit<DialogProps, 'isAllowed'> {
  readonly side: 'left' | 'right' | 'bottom'
  /** False: the page beside it stays in use, and a press there does not close it. */
  readonly isModal?: boolean
}

/** A panel that slides over the page from a side; used for columns of wider screens. */
export function Sheet({ side, width = 320, ...props }: SheetProps) {
  const { open } = props
  const Popup = useLazyPart(dialogPopup, open)
  return Popup && <Popup {...props} place={side} width={width} />
}
