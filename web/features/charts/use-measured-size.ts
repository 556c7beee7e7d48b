'use client'

import { useLayoutEffect, useState, type RefObject } from 'react'

/** What a chart is drawn at before its room is known. */
const firstSize = { width: 640, height: 320 } as const

/** The size of the element in CSS px, followed as it changes, when wanted. */
export function useMeasuredSize(
  element: RefObject<HTMLElement | null>,
  isWanted: boolean,
): { readonly width: number; readonly height: number } {
  const [size, setSize] = useState<{ readonly width: number; readonly height: number }>(firstSize)
  useLayoutEffect(() => {
    const current = element.current
    if (!isWanted || current === null) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = current
      setSize((known) =>
        width === 0 || height === 0 || (known.width === width && known.height === height) ? known : { width, height },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, isWanted])
  return size
}
