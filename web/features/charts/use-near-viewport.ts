'use client'

import { useEffect, useState, type RefObject } from 'react'

/** The delay before charts out of sight are fetched too, so that scrolling and going offline find them here. */
const idleMs = 1500

const marginPx = '240px'

/** True if the element is in sight, or nearly, or the page has been open for a moment. Once true it stays. */
export function useNearViewport(ref: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (isNear || element === null) return
    return awaitNear(element, () => setIsNear(true))
  }, [ref, isNear])
  return isNear
}

/** The elements of the page that wait. They share one observer and one timer, so that those whose time comes at once ask at once. */
const waitingElements = new Map<Element, () => void>()
let observer: IntersectionObserver | null = null
let timer: ReturnType<typeof setTimeout> | undefined

function awaitNear(element: Element, onNear: () => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => release(entries.filter((entry) => entry.isIntersecting).map((entry) => entry.target)),
    // The page scrolls in an element of its own, which a margin around the window does not reach into.
    { rootMargin: marginPx, scrollMargin: marginPx },
  )
  waitingElements.set(element, onNear)
  observer.observe(element)
  clearTimeout(timer)
  timer = setTimeout(() => release([...waitingElements.keys()]), idleMs)
  return () => leave(element)
}

function release(elements: readonly Element[]): void {
  const told = elements.map((element) => waitingElements.get(element))
  elements.forEach(leave)
  for (const tell of told) tell?.()
}

function leave(element: Element): void {
  waitingElements.delete(element)
  observer?.unobserve(element)
  if (waitingElements.size === 0) clearTimeout(timer)
}
