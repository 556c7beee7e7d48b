import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
} from 'react'
import type { Tile } from '@tidemark/shared/dashboards/dashboard'
import { moveTile, resizeTile } from '@tidemark/shared/dashboards/tile-layout'
import { pixelsToSize, placeToBox, pointToCell } from './grid-geometry'

/**
 * A tile being dragged or resized. layout: how the tiles lie if it is let go now. settling: it was let go, and the
 * new layout stays on show until it is the stored one.
 */
export interface TileGesture {
  readonly kind: 'move' | 'resize'
  readonly id: Tile['id']
  readonly layout: readonly Tile[]
  readonly settling: boolean
}

/** So many pixels turn a press into a drag. */
const thresholdPx = 4
const scrollEdgePx = 56
const scrollStepPx = 14

/**
 * Dragging and resizing by pointer, on the page's own tiles: nothing is mounted anew, so nothing jumps. The tile
 * follows the pointer by style alone; React renders only when it reaches another cell. Escape puts it back.
 *
 * layout: the tiles as shown. drop: stores a new layout, resolves once it is shown.
 */
export function useTileGesture(
  gridRef: RefObject<HTMLElement | null>,
  layout: readonly Tile[],
  drop: (layout: readonly Tile[], label: string) => Promise<void>,
) {
  const [gesture, setGesture] = useState<TileGesture | null>(null)
  const stopRef = useRef<(() => void) | null>(null)
  const settleFrom = useRef<{ element: HTMLElement; rect: DOMRect } | null>(null)
  useEffect(() => () => stopRef.current?.(), [])

  // What was let go glides from where the pointer left it to where it now lies.
  useLayoutEffect(() => {
    const from = settleFrom.current
    settleFrom.current = null
    if (from !== null) glide(from.element, from.rect)
  })

  const start = useCallback(
    (event: ReactPointerEvent, tile: Tile, kind: TileGesture['kind']) => {
      const grid = gridRef.current
      const element = event.currentTarget.closest<HTMLElement>('[data-tile]')
      if (event.button !== 0 || grid === null || element === null || getComputedStyle(element).position !== 'absolute')
        return
      // Presented, the dashboard is enlarged and only looked at.
      if (document.documentElement.dataset['presenting'] !== undefined) return
      stopRef.current?.()
      const press = { x: event.clientX, y: event.clientY }
      const startBox = element.getBoundingClientRect()
      // From the pointer to the tile's top left when moving, to its lower right corner when resizing.
      const grab =
        kind === 'move'
          ? { x: press.x - startBox.left, y: press.y - startBox.top }
          : { x: press.x - startBox.right, y: press.y - startBox.bottom }
      const scroller = scrollerOf(grid)
      const listeners = new AbortController()
      let pointer = press
      let hasStarted = false
      let current: readonly Tile[] = layout
      let lastCell = ''
      let frame = 0

      const follow = () => {
        const gridBox = grid.getBoundingClientRect()
        const base = placeToBox(tile.place, gridBox.width)
        const left = pointer.x - gridBox.left - grab.x
        const top = pointer.y - gridBox.top - grab.y
        let next: readonly Tile[]
        let cell: string
        if (kind === 'move') {
          element.style.transform = `translate(${left - base.left}px, ${top - base.top}px)`
          const { x, y } = pointToCell(left, top, gridBox.width)
          cell = `${x},${y}`
          if (cell === lastCell) return
          next = moveTile(layout, tile.id, { ...tile.place, x, y })
        } else {
          element.style.width = `${Math.max(80, left - base.left)}px`
          element.style.height = `${Math.max(60, top - base.top)}px`
          const size = pixelsToSize(left - base.left, top - base.top, gridBox.width)
          cell = `${size.w},${size.h}`
          if (cell === lastCell) return
          next = resizeTile(layout, tile.id, size)
        }
        lastCell = cell
        current = next
        setGesture({ kind, id: tile.id, layout: next, settling: false })
      }

      const scrollAtEdges = () => {
        const { top, bottom } = scroller.getBoundingClientRect()
        const upper = Math.max(top, 0)
        const lower = Math.min(bottom, window.innerHeight)
        const by =
          pointer.y < upper + scrollEdgePx ? -scrollStepPx : pointer.y > lower - scrollEdgePx ? scrollStepPx : 0
        if (by !== 0) {
          const before = scroller.scrollTop
          scroller.scrollTop += by
          if (scroller.scrollTop !== before) follow()
        }
        frame = requestAnimationFrame(scrollAtEdges)
      }

      const stop = () => {
        listeners.abort()
        cancelAnimationFrame(frame)
        stopRef.current = null
      }

      const finish = (isKept: boolean) => {
        stop()
        if (!hasStarted) return
        swallowClick()
        settleFrom.current = { element, rect: element.getBoundingClientRect() }
        for (const property of ['transform', 'width', 'height']) element.style.removeProperty(property)
        if (!isKept) return setGesture(null)
        setGesture({ kind, id: tile.id, layout: current, settling: true })
        void drop(current, kind === 'move' ? 'Move tile' : 'Resize tile').finally(() =>
          setGesture((latest) => (latest?.layout === current ? null : latest)),
        )
      }

      const { signal } = listeners
      addEventListener(
        'pointermove',
        (move) => {
          if (move.pointerId !== event.pointerId) return
          pointer = { x: move.clientX, y: move.clientY }
          if (!hasStarted) {
            if (Math.hypot(pointer.x - press.x, pointer.y - press.y) < thresholdPx) return
            hasStarted = true
            window.getSelection()?.removeAllRanges()
            frame = requestAnimationFrame(scrollAtEdges)
          }
          follow()
        },
        { signal },
      )
      addEventListener('pointerup', (up) => up.pointerId === event.pointerId && finish(true), { signal })
      addEventListener('pointercancel', (cancel) => cancel.pointerId === event.pointerId && finish(false), { signal })
      addEventListener('blur', () => finish(false), { signal })
      addEventListener(
        'keydown',
        (key) => {
          if (key.key !== 'Escape') return
          key.preventDefault()
          key.stopPropagation()
          finish(false)
        },
        { signal, capture: true },
      )
      stopRef.current = () => finish(false)
    },
    [gridRef, layout, drop],
  )

  return { gesture, start }
}

/** The click that ends a drag is not one on what lies under the pointer. */
function swallowClick(): void {
  const swallow = (click: MouseEvent) => {
    click.preventDefault()
    click.stopPropagation()
  }
  addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0)
}

function glide(element: HTMLElement, from: DOMRect): void {
  const to = element.getBoundingClientRect()
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  element.animate(
    [
      {
        transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)`,
        width: `${from.width}px`,
        height: `${from.height}px`,
      },
      { transform: 'none', width: `${to.width}px`, height: `${to.height}px` },
    ],
    { duration: 140, easing: 'cubic-bezier(0.2, 0, 0, 1)' },
  )
}

function scrollerOf(element: HTMLElement): Element {
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  }
  return document.scrollingElement ?? document.documentElement
}
