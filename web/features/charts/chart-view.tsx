'use client'

import {
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type RefObject,
} from 'react'
import type { ChartType } from '@tidemark/shared/charts/chart-visual'
import { loadedPlot, loadPlot } from '@tidemark/shared/charts/load-plot'
import { hadFirstInteraction, onFirstInteraction } from '@/client/page/first-interaction'
import { classNames } from '@/ui/class-names'
import { lazyPart } from '@/ui/lazy-part'
import { useIsHydrating } from '@/ui/use-is-hydrating'
import type { ChartDrawingProps } from './chart-drawing'

export interface ChartViewProps extends Omit<ChartDrawingProps, 'widthPx' | 'heightPx'> {
  /** CSS px of the room for legend and drawing; without them the chart fills its parent. */
  readonly width?: number
  readonly height?: number
}

const drawingPart = lazyPart(() => import('./chart-drawing'))

/** The component that draws charts of the type; null until `loadDrawing` has fetched it. */
function loadedDrawing(type: ChartType): ComponentType<ChartDrawingProps> | null {
  return loadedPlot(type) === null ? null : drawingPart.loaded()
}

export async function loadDrawing(type: ChartType): Promise<ComponentType<ChartDrawingProps>> {
  const [component] = await Promise.all([drawingPart.load(), loadPlot(type)])
  return component
}

/** On the server there is nobody to wait for: every chart is drawn. */
const isServer = typeof window === 'undefined'

/** The server's drawing is fitted into a room this much wider or narrower until the browser draws. */
const fitsWithin = 0.25

/**
 * A chart of any type over a result. The server draws it; the browser leaves that drawing alone until the first interaction
 * with the page or until there is something else to draw, and only then fetches the code that draws.
 */
export function ChartView({ width, height, ...content }: ChartViewProps) {
  const root = useRef<HTMLDivElement>(null)
  const measured = useMeasuredSize(root, width === undefined || height === undefined)
  const drawing = {
    ...content,
    widthPx: Math.floor(width ?? measured.width),
    heightPx: Math.floor(height ?? measured.height),
  }
  const Drawing = useDrawing(root, drawing)
  const { rowCount } = content.data
  const { heightPx } = drawing
  useLayoutEffect(() => {
    const grid = Drawing === null ? root.current?.querySelector<HTMLElement>('[role=grid]') : null
    // The server draws a table as if the bar that scrolls it took no room.
    if (grid && grid.offsetHeight > grid.clientHeight)
      void import('@/features/result-grid/whole-rows').then(
        ({ endAboveBar }) => endAboveBar(grid, rowCount, heightPx),
        // It stays as it is until the browser draws it.
        () => undefined,
      )
  }, [Drawing, rowCount, heightPx])
  const isServerDrawn = Drawing === null || isServer
  const frame = {
    ref: root,
    className: classNames(
      'relative min-w-0',
      content.continuesOnPaper === true && 'print:h-auto!',
      // The real room may be lower than the one that the server drew for.
      isServerDrawn && 'has-[>[data-chart]]:flex has-[>[data-chart]]:max-h-full has-[>[data-chart]]:flex-col',
    ),
    // The server only guesses the width: its drawing fills the real one, and does not move when scripts come to know it.
    style: { width: isServerDrawn ? '100%' : (width ?? '100%'), height: height ?? '100%' },
    'data-drawn-by': isServerDrawn ? 'server' : 'browser',
  }
  // React leaves alone what it did not put there.
  if (Drawing === null) return <div {...frame} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
  return (
    <div {...frame}>
      <Drawing {...drawing} />
    </div>
  )
}

/** The component that draws the chart; null in the browser while the server's drawing stands. */
function useDrawing(
  frame: RefObject<HTMLElement | null>,
  props: ChartDrawingProps,
): ComponentType<ChartDrawingProps> | null {
  const isHydrating = useIsHydrating()
  const { type } = props.visual
  const [served] = useState(isHydrating ? props : null)
  const [Drawing, setDrawing] = useState(() => (isHydrating ? null : loadedDrawing(type)))
  const isWanted = served === null || !standsFor(served, props)
  const restorePlace = useRef<(() => void) | null>(null)
  /** Which button of the server's drawing was pressed last; -1: none. */
  const pressed = useRef(-1)
  /** The point of the window that a finger tapped last; null: none, or on a button. */
  const tapped = useRef<{ readonly x: number; readonly y: number } | null>(null)
  useEffect(() => {
    if (Drawing !== null) return
    let isCurrent = true
    const load = () =>
      void loadDrawing(type).then(
        (component) => {
          if (!isCurrent) return
          restorePlace.current = keepPlace(frame.current)
          // Many charts at once must not hold up what the reader does first.
          startTransition(() => setDrawing(() => component))
        },
        (error: unknown) => console.info('what draws charts could not be fetched', error),
      )
    // Nothing answers in the server's drawing: what is pressed in it is pressed in the one that takes its place.
    const press = (event: MouseEvent) => {
      const { target, clientX: x, clientY: y } = event
      const button = target instanceof Element ? target.closest('button') : null
      pressed.current = button === null ? -1 : buttonsOf(frame.current).indexOf(button)
      // A mouse moves before it presses, which is an interaction already.
      const isTap = event instanceof PointerEvent && event.pointerType === 'touch'
      tapped.current = button === null && isTap ? { x, y } : null
    }
    const drawn = frame.current
    drawn?.addEventListener('click', press)
    // A result may come after the first interaction.
    const isWantedNow = isWanted || loadedDrawing(type) !== null || hadFirstInteraction()
    const stop = isWantedNow ? load() : onFirstInteraction(load)
    return () => {
      isCurrent = false
      stop?.()
      drawn?.removeEventListener('click', press)
    }
  }, [frame, Drawing, type, isWanted])
  useLayoutEffect(() => {
    restorePlace.current?.()
    restorePlace.current = null
    if (Drawing === null) return
    buttonsOf(frame.current)[pressed.current]?.click()
    pressed.current = -1
    if (tapped.current !== null) tapAt(frame.current, tapped.current)
    tapped.current = null
  }, [frame, Drawing])
  const hasPlot = useHasPlot(type, Drawing !== null)
  // Waits once: whoever renders again after a wait gets from the first `use` what the first one waited for.
  if (isServer) return loadedDrawing(type) ?? use(loadDrawing(type))
  return hasPlot ? Drawing : null
}

/** Returns true once charts of the type can be computed, which a chart whose type was changed has to wait for. */
function useHasPlot(type: ChartType, isWanted: boolean): boolean {
  const [, setArrived] = useState<ChartType | null>(null)
  const hasPlot = loadedPlot(type) !== null
  useEffect(() => {
    if (!isWanted || hasPlot) return
    loadPlot(type).then(
      () => setArrived(type),
      (error: unknown) => console.info('what computes charts of a type could not be fetched', error),
    )
  }, [type, isWanted, hasPlot])
  return hasPlot
}

function standsFor(served: ChartDrawingProps, wanted: ChartDrawingProps): boolean {
  return (
    served.data === wanted.data &&
    JSON.stringify(served.selecting?.chosen ?? null) === JSON.stringify(wanted.selecting?.chosen ?? null) &&
    served.visual === wanted.visual &&
    Math.abs(wanted.widthPx / served.widthPx - 1) <= fitsWithin &&
    Math.abs(wanted.heightPx / served.heightPx - 1) <= fitsWithin
  )
}

/** Repeats a finger's tap on what lies at its place now. */
function tapAt(frame: HTMLElement | null, { x, y }: { readonly x: number; readonly y: number }): void {
  const target = document.elementFromPoint(x, y)
  if (target === null || frame?.contains(target) !== true) return
  const tap = { bubbles: true, clientX: x, clientY: y, pointerType: 'touch' }
  for (const type of ['pointerdown', 'pointerup', 'click']) target.dispatchEvent(new PointerEvent(type, tap))
}

function buttonsOf(frame: HTMLElement | null): readonly HTMLButtonElement[] {
  return [...(frame?.querySelectorAll('button') ?? [])]
}

/** Remembers the focus and the scrolling inside a drawing that its equal is about to replace; returns how to restore them. */
function keepPlace(frame: HTMLElement | null): () => void {
  const focusable = () => [...(frame?.querySelectorAll<HTMLElement>('button, a[href], [tabindex]') ?? [])]
  const focusIndex = focusable().findIndex((element) => element === document.activeElement)
  const { scrollLeft = 0, scrollTop = 0 } = frame?.querySelector('[role=grid]') ?? {}
  return () => {
    frame?.querySelector('[role=grid]')?.scrollTo(scrollLeft, scrollTop)
    if (focusIndex >= 0) focusable()[focusIndex]?.focus({ preventScroll: true })
  }
}

/** The size of a chart before its room is known. */
const firstSize = { width: 640, height: 320 } as const

/** The size of the element in CSS px, followed as it changes, when wanted. */
function useMeasuredSize(
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
