'use client'

import { Toast } from '@base-ui/react/toast'
import { useEffect } from 'react'
import { StatusDot, type StatusTone } from '../status-dot'
import type { ToastAction, ToastLayerProps, ToastTone } from './toast-request'

const dots: Readonly<Record<ToastTone, StatusTone | null>> = { plain: null, good: 'good', warn: 'warn', bad: 'bad' }

const actionClass =
  'shrink-0 rounded-row px-2 py-1 font-medium text-accent hover:bg-accent-soft touch:-my-1.5 touch:min-h-11'

export default function ToastLayer(props: ToastLayerProps) {
  return (
    <Toast.Provider>
      <Toasts {...props} />
    </Toast.Provider>
  )
}

function Toasts({ takeQueue, subscribe }: ToastLayerProps) {
  const { toasts, add, close } = Toast.useToastManager<{
    readonly tone: ToastTone
    readonly otherAction: ToastAction | undefined
  }>()
  useEffect(() => {
    const show = () => {
      for (const request of takeQueue()) {
        if (request.isDismissed === true) {
          close(request.id)
          continue
        }
        const { tone, title, description, action, otherAction, id } = request
        const shownId = add({
          id,
          title,
          description,
          data: { tone, otherAction },
          timeout: action === undefined && tone !== 'bad' ? 5000 : 10_000,
          actionProps: action && {
            children: action.label,
            onClick: () => {
              close(shownId)
              action.onClick()
            },
          },
        })
      }
    }
    show()
    return subscribe(show)
  }, [takeQueue, subscribe, add, close])
  return (
    <Toast.Portal>
      <Toast.Viewport
        ref={reserveHeight}
        className="fixed right-6 bottom-6 z-[75] flex w-[min(356px,calc(100vw-32px))] flex-col-reverse gap-2 max-sm:right-4 max-sm:bottom-4 print:hidden"
      >
        {toasts.map((toast) => {
          const dot = dots[toast.data?.tone ?? 'plain']
          const other = toast.data?.otherAction
          return (
            <Toast.Root
              key={toast.id}
              toast={toast}
              // Not a dialog, because it asks for nothing.
              role="group"
              aria-modal={undefined}
              data-part="toast"
              className="flex [transform:translate(var(--toast-swipe-movement-x),var(--toast-swipe-movement-y))] items-center gap-2.5 rounded-tile border border-line bg-raised px-3.5 py-2.5 text-body text-text shadow-pop transition-[opacity,translate] duration-200 data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-2 data-starting-style:opacity-0"
            >
              {dot !== null && <StatusDot tone={dot} />}
              <div className="min-w-0 flex-1 wrap-anywhere">
                <Toast.Title render={<div />} className="font-medium" />
                <Toast.Description render={<div />} className="mt-0.5 text-small text-muted" />
              </div>
              <div className="ml-auto flex shrink-0 flex-col items-end">
                {other && (
                  <button
                    type="button"
                    className={actionClass}
                    onClick={() => {
                      close(toast.id)
                      other.onClick()
                    }}
                  >
                    {other.label}
                  </button>
                )}
                <Toast.Action className={actionClass} />
              </div>
            </Toast.Root>
          )
        })}
      </Toast.Viewport>
    </Toast.Portal>
  )
}

/** Sets the toasts' height as a CSS variable, so that dialogs on phones leave room below them. */
function reserveHeight(viewport: HTMLDivElement): () => void {
  const { style } = document.body
  const observer = new ResizeObserver(() => style.setProperty('--toasts-height', `${viewport.offsetHeight}px`))
  observer.observe(viewport)
  return () => {
    observer.disconnect()
    style.removeProperty('--toasts-height')
  }
}
