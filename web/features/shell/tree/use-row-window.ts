'use client'

import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'

const overscanRows = 20
/** Lists up to this length are simply drawn, which also is what a page without JavaScript shows. */
const drawnAtOnce = 200
/** The height of the list's end, which fades out. */
const fadePx = 24

/**
 * Which rows of a long list to draw, all of one height; `from` included, `to` excluded.
 * rowHeightPx: with the gap, as measured, since rows are taller for touch.
 */
export function useRowWindow(count: number): {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly from: number
  readonly to: number
  readonly rowHeightPx: number
  /** Scrolls as far as a row out of sight needs. */
  readonly showRow: (index: number) => void
} {
  const scroller = useRef<HTMLDivElement>(null)
  const [visible, setVisible] = useState({ from: 0, to: drawnAtOnce, rowHeightPx: 32 })
  const isWindowed = count > drawnAtOnce
  useEffect(() => {
    const element = scroller.current
    if (!isWindowed || element === null) return
    const measure = () => {
      const rowHeightPx = rowHeightIn(element)
      const first = Math.floor(element.scrollTop / rowHeightPx)
      const from = Math.max(0, first - overscanRows)
      const to = first + Math.ceil(element.clientHeight / rowHeightPx) + overscanRows
      setVisible((known) =>
        known.from === from && known.to === to && known.rowHeightPx === rowHeightPx ? known : { from, to, rowHeightPx },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [isWindowed])
  const showRow = useCallback((index: number) => {
    const element = scroller.current
    if (element === null) return
    const rowHeightPx = rowHeightIn(element)
    const top = index * rowHeightPx
    const leastTop = top + rowHeightPx + fadePx - element.clientHeight
    element.scrollTop = Math.min(top, Math.max(element.scrollTop, leastTop))
  }, [])
  return {
    scroller,
    from: isWindowed ? visible.from : 0,
    to: isWindowed ? Math.min(count, visible.to) : count,
    rowHeightPx: visible.rowHeightPx,
    showRow,
  }
}

function rowHeightIn(scroller: HTMLElement): number {
  const row = scroller.querySelector('li')
  return row === null ? 32 : row.getBoundingClientRect().height + 2
}
