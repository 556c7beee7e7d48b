'use client'

import { useEffect, useState } from 'react'
import { lazyPart, useLazyPart } from './lazy-part'

export interface ToastOptions {
  readonly description?: string | undefined
  readonly action?: { readonly label: string; readonly onClick: () => void } | undefined
  /** A toast with the same id replaces the one before. */
  readonly id?: string | undefined
}

export type ToastTone = 'plain' | 'good' | 'warn' | 'bad'
export interface ToastRequest extends ToastOptions {
  readonly tone: ToastTone
  readonly title: string
}

const toastLayer = lazyPart<ToastLayerProps>(() => import('./toast-layer'))
export interface ToastLayerProps {
  /** Takes the toasts asked for so far. */
  readonly takeQueue: () => readonly ToastRequest[]
  readonly subscribe: (listener: () => void) => () => void
}

/** Of what is told to somebody whose rights have changed: the last word, which is the most general, replaces the others. */
export const rightsToastId = 'rights'

let queue: readonly ToastRequest[] = []
const listeners = new Set<() => void>()

/** Says something in the corner of the page for a few seconds; with an action such as Undo, longer. */
export function toast(title: string, options: ToastOptions & { readonly tone?: ToastTone | undefined } = {}): void {
  queue = [...queue, { ...options, title, tone: options.tone ?? 'plain' }]
  for (const listener of listeners) listener()
}

function takeQueue(): readonly ToastRequest[] {
  const taken = queue
  queue = []
  return taken
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Draws the toasts; the shell renders it once. */
export function Toaster() {
  const [wanted, setWanted] = useState(false)
  useEffect(() => subscribe(() => setWanted(true)), [])
  const Layer = useLazyPart(toastLayer, wanted)
  return Layer && <Layer takeQueue={takeQueue} subscribe={subscribe} />
}
