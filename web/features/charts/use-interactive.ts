'use client'

import { useEffect, useState, type RefObject } from 'react'
import { hadFirstInteraction, onFirstInteraction } from '@/client/first-interaction'

/**
 * Whether a chart should become interactive: after the first sign of a reader on the page, the one pointed at or focused at
 * once, the others one after another while the page is idle.
 */
export function useInteractive(element: RefObject<HTMLElement | null>): boolean {
  const [isWanted, setIsWanted] = useState(false)
  useEffect(() => {
    const current = element.current
    if (isWanted || current === null) return
    const want = () => setIsWanted(true)
    if (hadFirstInteraction()) start()
    const stopWaiting = hasInteracted ? undefined : onFirstInteraction(start)
    const leaveQueue = hasInteracted ? enqueue(want) : waitForStart(want)
    for (const event of wakingEvents) current.addEventListener(event, want, { once: true })
    return () => {
      stopWaiting?.()
      leaveQueue()
      for (const event of wakingEvents) current.removeEventListener(event, want)
    }
  }, [element, isWanted])
  return isWanted
}

const wakingEvents = ['pointerenter', 'pointermove', 'touchstart', 'focusin'] as const

let hasInteracted = false
const waiting = new Set<() => void>()
const queue = new Set<() => void>()
let isRunning = false

function start(): void {
  if (hasInteracted) return
  hasInteracted = true
  for (const want of waiting) enqueue(want)
  waiting.clear()
}

function waitForStart(want: () => void): () => void {
  waiting.add(want)
  return () => {
    waiting.delete(want)
    queue.delete(want)
  }
}

function enqueue(want: () => void): () => void {
  queue.add(want)
  if (!isRunning) runNext()
  return () => queue.delete(want)
}

function runNext(): void {
  isRunning = true
  whenIdle(() => {
    const [next] = queue
    if (next !== undefined) {
      queue.delete(next)
      next()
    }
    if (queue.size > 0) runNext()
    else isRunning = false
  })
}

function whenIdle(callback: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout: 150 })
  else setTimeout(callback, 40)
}
