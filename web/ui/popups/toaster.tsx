'use client'

import { useEffect, useState } from 'react'
import { lazyPart, useLazyPart } from '../lazy-part'
import type { ToastDismissal, ToastLayerProps, ToastOptions, ToastRequest, ToastTone } from './toast-request'

const toastLayer = lazyPart<ToastLayerProps>(() => import('./toast-layer'))

/** The id of toasts about changed rights: the last one, which is the most general, replaces the others. */
export const rightsToastId = 'rights'

let queue: readonly (ToastRequest | ToastDismissal)[] = []
const listeners = new Set<() => void>()
/** The ids of toasts that may still be shown. */
const askedIds = new Set<string>()

/** Shows a message in the corner of the page for a few seconds; longer with an action such as Undo. */
export function toast(title: string, options: ToastOptions & { readonly tone?: ToastTone | undefined } = {}): void {
  if (options.id !== undefined) askedIds.add(options.id)
  queue = [...queue, { ...options, title, tone: options.tone ?? 'plain' }]
  for (const listener of listeners) listener()
}

function takeQueue(): typeof queue {
  const taken = queue
  queue = []
  return taken
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Removes the toast with that id, if it is shown, because it no longer holds. */
export function dismissToast(id: string): void {
  if (!askedIds.delete(id)) return
  queue = [...queue.filter((request) => request.id !== id), { id, isDismissed: true }]
  for (const listener of listeners) listener()
}

/** Renders the toasts; the shell includes it once. */
export function Toaster() {
  const [wanted, setWanted] = useState(false)
  useEffect(() => subscribe(() => setWanted(true)), [])
  const Layer = useLazyPart(toastLayer, wanted)
  return Layer && <Layer takeQueue={takeQueue} subscribe={subscribe} />
}
