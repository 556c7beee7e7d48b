'use client'

import { useState, type ReactNode } from 'react'
import { lazyPart, useLazyPart } from '../lazy-part'
import type { PopoverPopupProps } from './popover-popup'
import { usePopupTrigger, type TriggerElement } from './use-popup-trigger'

export interface PopoverProps {
  readonly trigger: TriggerElement
  /** Its name for screen readers. */
  readonly label: string
  readonly align?: 'start' | 'center' | 'end' | undefined
  readonly side?: 'top' | 'bottom' | 'left' | 'right' | undefined
  /** In pixels; by default 280. */
  readonly width?: number | undefined
  readonly children: ReactNode | ((close: () => void) => ReactNode)
}

const popoverPopup = lazyPart<PopoverPopupProps>(() => import('./popover-popup'))

/** A button with a small panel beside it. */
export function Popover({ trigger, label, align = 'start', side = 'bottom', width = 280, children }: PopoverProps) {
  const [open, setOpen] = useState(false)
  const [used, setUsed] = useState(false)
  const Popup = useLazyPart(popoverPopup, used)
  const change = (next: boolean) => {
    setOpen(next)
    if (next) setUsed(true)
  }
  const { button, anchor } = usePopupTrigger({
    trigger,
    part: popoverPopup,
    kind: 'dialog',
    open,
    onOpenChange: change,
  })
  return (
    <>
      {button}
      {Popup && (
        <Popup open={open} onOpenChange={change} anchor={anchor} label={label} align={align} side={side} width={width}>
          {typeof children === 'function' ? children(() => change(false)) : children}
        </Popup>
      )}
    </>
  )
}
