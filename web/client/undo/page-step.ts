'use client'

import { useEffect, useRef } from 'react'

/** A step begun on a page that has changed nothing yet. undo: as that of the workspace; undefined where there is no step. */
interface PageStep {
  readonly label: string
  readonly undo: () => Promise<null>
}

let step: PageStep | null = null
const listeners = new Set<() => void>()

/** For as long as the calling component is mounted, undo is about it rather than about what was changed before. */
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
