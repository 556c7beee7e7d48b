'use client'

import { useEffect } from 'react'
import { toast, Toaster } from 'sonner'
import { StatusDot, type StatusTone } from './status-dot'
import type { ToastLayerProps, ToastTone } from './toaster'

const dots: Readonly<Record<ToastTone, StatusTone | null>> = { plain: null, good: 'good', warn: 'warn', bad: 'bad' }

export default function ToastLayer({ takeQueue, subscribe }: ToastLayerProps) {
  useEffect(() => {
    const show = () => {
      for (const request of takeQueue()) {
        if (request.isDismissed === true) {
          toast.dismiss(request.id)
          continue
        }
        const { tone, title, description, action, id } = request
        const dot = dots[tone]
        toast(title, {
          ...(description === undefined ? {} : { description }),
          ...(action === undefined ? {} : { action }),
          ...(id === undefined ? {} : { id }),
          ...(dot === null ? {} : { icon: <StatusDot tone={dot} /> }),
          duration: action === undefined && tone !== 'bad' ? 5000 : 10_000,
        })
      }
    }
    show()
    return subscribe(show)
  }, [takeQueue, subscribe])
  return (
    <Toaster
      position="bottom-right"
      style={{ fontFamily: 'inherit' }}
      gap={8}
      // Stacked, those behind are cut to the height of the one before them.
      expand
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-[min(356px,calc(100vw-32px))] items-center gap-2.5 rounded-tile border border-line bg-raised px-3.5 py-2.5 text-body text-text shadow-pop',
          content: 'min-w-0 flex-1',
          title: 'font-medium',
          description: 'mt-0.5 text-small text-muted',
          icon: 'flex',
          actionButton: 'ml-auto shrink-0 rounded-row px-2 py-1 font-medium text-accent hover:bg-accent-soft',
        },
      }}
    />
  )
}
