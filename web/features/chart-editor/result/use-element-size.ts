'use client'

import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

export interface ElementSize {
  readonly width: number
  readonly height: number
}

/** The inner size of an element in whole CSS pixels; `initial` until it is measured. */
export function useElementSize(
  initial: ElementSize,
): readonly [ref: RefObject<HTMLDivElement | null>, size: ElementSize] {
  const ref = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState(initial)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      if (width > 0 && height > 0)
        setSize((current) => (current.width === width && current.height === height ? current : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, size]
}
