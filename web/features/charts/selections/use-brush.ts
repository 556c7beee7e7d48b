import { useEffect, useMemo, useRef, useState, type PointerEvent } from 'react'
import type { Box, DrawnPlot } from '@tidemark/shared/charts/plot/plot'
import type { LayerSelecting } from './mark-selecting'
import { boxOfBrush, canBrush, selectionBetween, selectionOfBrush, rangeEndsOf, type Pixel } from './brush'

/** How far a pressed pointer moves before it draws a range rather than clicks. */
const leastDragPx = 5
/** The pause between two choices while the pointer moves, so that other charts keep up. */
const stepMs = 120
/** The rest of the pointer after which those are asked that cannot follow it. */
const restMs = 350

export interface Brush {
  /** True if ranges of the drawing can be chosen. */
  readonly isOffered: boolean
  /** The rectangle that is being drawn; null for none. */
  readonly box: Box | null
  /** The mark that a range was begun at, which waits for where it ends; null for none. */
  readonly begun: number | null
  readonly press: (event: PointerEvent, at: Pixel) => void
  /** Returns true while a range is drawn. */
  readonly move: (event: PointerEvent<HTMLElement>, at: Pixel) => boolean
  readonly release: () => void
  /** Returns true for the click that ends a drag, once. */
  readonly tookClick: () => boolean
  /** Begins a range at a mark; the next one chosen ends it. */
  readonly begin: (index: number) => void
  readonly end: (index: number) => boolean
  /** Moves the end of the range that keys choose. */
  readonly extend: (index: number, next: number) => boolean
  readonly clear: () => boolean
}

/** Chooses ranges of marks by dragging, by keys, and by two taps. */
export function useBrush(plot: DrawnPlot, selecting: LayerSelecting | undefined): Brush {
  const source = selecting?.source
  const isOffered = useMemo(() => source !== undefined && canBrush(plot, source), [plot, source])
  const endAt = useMemo(() => (source === undefined ? null : rangeEndsOf(plot, source)), [plot, source])
  const [drag, setDrag] = useState<{ readonly from: Pixel; readonly to: Pixel } | null>(null)
  const pressed = useRef<Pixel | null>(null)
  const dragged = useRef(false)
  const hasChosen = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  /** Where keys or a tap began a range. */
  const [begun, setBegun] = useState<number | null>(null)
  const anchor = useRef<number | null>(null)
  const latest = useRef<{ readonly from: Pixel; readonly to: Pixel } | null>(null)
  useEffect(() => () => clearTimeout(timer.current), [])

  const chooseDragged = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    const last = latest.current
    if (selecting === undefined || endAt === null || last === null) return
    const next = selectionOfBrush(plot, last.from, last.to, selecting.source, endAt)
    if (next.length === 0) return
    selecting.choose(next, hasChosen.current)
    hasChosen.current = true
  }
  const chooseLatest = useRef(chooseDragged)
  useEffect(() => {
    chooseLatest.current = chooseDragged
  })
  const chooseBetween = (from: number, to: number, isContinued: boolean): boolean => {
    if (selecting === undefined || endAt === null) return false
    const next = selectionBetween(plot, from, to, selecting.source, endAt)
    if (next.length === 0) return false
    selecting.choose(next, isContinued)
    return true
  }
  return {
    isOffered,
    box:
      drag === null || (plot.kind !== 'cartesian' && plot.kind !== 'scatter')
        ? null
        : boxOfBrush(plot, drag.from, drag.to),
    begun,
    press: (event, at) => {
      dragged.current = false
      anchor.current = null
      const isDrawn =
        isOffered && event.pointerType !== 'touch' && event.button === 0 && !event.ctrlKey && !event.metaKey
      pressed.current = isDrawn && isInBox(plot, at) ? at : null
    },
    move: (event, at) => {
      const from = pressed.current
      if (from === null || (event.buttons & 1) === 0) return false
      if (!dragged.current && Math.hypot(at.x - from.x, at.y - from.y) < leastDragPx) return false
      if (!dragged.current) {
        dragged.current = true
        hasChosen.current = false
        event.currentTarget.setPointerCapture(event.pointerId)
      }
      latest.current = { from, to: at }
      setDrag({ from, to: at })
      if (selecting === undefined || endAt === null) return true
      const next = selectionOfBrush(plot, from, at, selecting.source, endAt)
      if (next.length > 0 && selecting.preview(next)) {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => chooseLatest.current(), restMs)
      } else timer.current ??= setTimeout(() => chooseLatest.current(), stepMs)
      return true
    },
    release: () => {
      pressed.current = null
      if (!dragged.current) return
      chooseDragged()
      selecting?.endPreview()
      latest.current = null
      setDrag(null)
    },
    tookClick: () => {
      const took = dragged.current
      dragged.current = false
      return took
    },
    begin: setBegun,
    end: (index) => {
      if (begun === null || index < 0) return false
      setBegun(null)
      return chooseBetween(begun, index, false)
    },
    extend: (index, next) => {
      const isContinued = anchor.current !== null
      anchor.current ??= Math.max(0, index)
      return chooseBetween(anchor.current, next, isContinued)
    },
    clear: () => {
      anchor.current = null
      if (begun !== null) {
        setBegun(null)
        return true
      }
      if (selecting === undefined || selecting.chosen === null) return false
      selecting.choose(null)
      return true
    },
  }
}

function isInBox(plot: DrawnPlot, { x, y }: Pixel): boolean {
  if (plot.kind !== 'cartesian' && plot.kind !== 'scatter') return false
  const { box } = plot
  return x >= box.x - 8 && x <= box.x + box.width + 8 && y >= box.y - 8 && y <= box.y + box.height + 8
}
