'use client'

import { useSyncExternalStore } from 'react'

let isReady = false
const listeners = new Set<() => void>()

/** Announces that a newer build of Tidemark exists: this page goes on and shows a notice. */
export function announceUpdate(): void {
  if (isReady) return
  isReady = true
  for (const listener of listeners) listener()
}

export function useIsUpdateReady(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isReady,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
