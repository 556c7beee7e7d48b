import { useEffect, useState, type RefObject } from 'react'

/** What is out of sight waits this long, then it is fetched as well, so that scrolling and going offline find it here. */
const idleMs = 1500

const marginPx = '240px'

/** Whether the element is in sight, or nearly, or the page has been open for a moment. Once true it stays. */
export function useNearViewport(ref: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (isNear || element === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsNear(true)
      },
      // The page scrolls in an element of its own, which a margin around the window does not reach into.
      { rootMargin: marginPx, scrollMargin: marginPx },
    )
    observer.observe(element)
    const timer = setTimeout(() => setIsNear(true), idleMs)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [ref, isNear])
  return isNear
}
