'use client'

import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { classNames } from '../class-names'
import { IconButton } from '../buttons/icon-button'

export interface DialogPopupProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly place: 'centre' | 'left' | 'right' | 'bottom'
  readonly title: string
  readonly description?: ReactNode
  readonly width: number
  readonly isModal?: boolean
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

const places = {
  centre:
    'top-[12vh] left-1/2 max-h-[76vh] max-md:top-[4dvh] max-md:max-h-[calc(92dvh-var(--toasts-height,0px))] max-w-[calc(100vw-24px)] -translate-x-1/2 rounded-tile border animate-[fade-in_120ms_ease-out]',
  left: 'inset-y-0 left-0 max-w-[86vw] border-r animate-[fade-in_120ms_ease-out]',
  right: 'right-0 bottom-0 max-w-[86vw] border-l animate-[fade-in_120ms_ease-out]',
  bottom:
    'inset-x-0 bottom-0 max-md:bottom-[var(--toasts-height,0px)] max-h-[80vh] rounded-t-tile border-t animate-[fade-in_120ms_ease-out]',
} as const

export default function DialogPopup({
  open,
  onOpenChange,
  place,
  title,
  description,
  width,
  isModal = true,
  actions,
  children,
}: DialogPopupProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => onOpenChange(next)}
      modal={isModal}
      disablePointerDismissal={!isModal}
    >
      <Dialog.Portal>
        {isModal && <Dialog.Backdrop className="fixed inset-0 z-50 animate-[fade-in_120ms_ease-out] bg-shade" />}
        <Dialog.Popup
          ref={popup}
          initialFocus={() => firstFocus(popup.current)}
          style={place === 'bottom' ? undefined : { width }}
          className={classNames(
            'fixed z-50 flex flex-col border-line bg-raised text-text shadow-pop outline-none',
            places[place],
            // The bar of a page that stays in use stays in sight; a wide page makes room for all of it.
            place === 'right' && (isModal ? 'top-0' : 'top-12 touch:top-14 xl:in-data-beside:top-0'),
          )}
        >
          <header className="flex items-start gap-3 px-4 pt-3.5 pb-2">
            <div className="min-w-0 flex-1">
              <Dialog.Title className="text-title">{title}</Dialog.Title>
              {description && <Dialog.Description className="mt-1 text-muted">{description}</Dialog.Description>}
            </div>
            <Dialog.Close
              render={<IconButton icon={X} label="Close" className="-mt-1 -mr-1.5 touch:-mt-3 touch:-mr-3" />}
            />
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-4 pt-1 pb-4">{children}</div>
          {actions && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3">{actions}</footer>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/**
 * Returns the element that a dialog focuses first: the one it names, else its first text field, else its first button
 * that destroys nothing. A dialog without any of these focuses itself, and so does every dialog on touch, where a field
 * would open the keyboard. Close is never chosen, although it comes first in the page. `autoFocus` is not used, because
 * the focus would not be restored when the dialog closes.
 */
function firstFocus(popup: HTMLElement | null): HTMLElement | null {
  if (popup === null || matchMedia('(pointer: coarse)').matches) return popup
  return (
    popup.querySelector<HTMLElement>('[data-first-focus]') ??
    popup.querySelector<HTMLElement>(fieldSelector) ??
    popup.querySelector<HTMLElement>('footer button:enabled:not([data-danger])') ??
    popup
  )
}

// Excludes choices for arrow keys, and the hidden field of a button that chooses a file.
const fieldSelector =
  'input:enabled:not([type=hidden], [type=radio], [type=checkbox], [type=file]), textarea:enabled, [contenteditable=true]'
