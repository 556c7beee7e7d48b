'use client'

import { useEffect, useRef } from 'react'

/**
 * A step begun on a page that has changed nothing yet. undo: has the type of the workspace's undo; resolves to null,
 * because no step was undone.
 */
interface PageStep {
  readonly label: string
  readonly undo: () => Promise<null>
}

let step: PageStep | null = null
const listeners = new Set<() => void>()

/** Makes undo cancel this page's step, rather than an earlier change, while the calling component is mounted. */
export function usePageStep(label: string, undo: () => void): void {
  const latest = useRef(undo)
  useEffect(() => {
    latest.current = undo
  })
  useEffect(() => {
    publish({
      label,
      undo: async () => {
        latest.current()
        return null
      },
    })
    return () => publish(null)
  }, [label])
}

export function getPageStep(): PageStep | null {
  return step
}

export function subscribeToPageStep(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function publish(next: PageStep | null): void {
  step = next
  for (const listener of listeners) listener()
}
