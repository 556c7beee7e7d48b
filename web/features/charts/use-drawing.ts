import {
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type RefObject,
} from 'react'
import { drawingPart, drawnBy } from '#charts/drawing'
import { hadFirstInteraction, onFirstInteraction } from '@/client/first-interaction'
import { useIsHydrating } from '@/ui/use-is-hydrating'
import type { ChartDrawingProps } from './chart-drawing'
import { keepPlace, type KeptPlace } from './keep-place'

/** A drawing for a room this much wider or narrower is fitted into the real one until the reader comes. */
const fitsWithin = 0.25

/**
 * What draws the chart, or null while the server's drawing stands: until the first interaction, or until that drawing is of
 * other data, another look or a very different room.
 */
export function useDrawing(
  frame: RefObject<HTMLElement | null>,
  props: ChartDrawingProps,
): ComponentType<ChartDrawingProps> | null {
  const isHydrating = useIsHydrating()
  const [drawnProps] = useState(isHydrating ? props : null)
  const [Drawing, setDrawing] = useState(() => (drawnBy === 'server' || !isHydrating ? drawingPart.loaded() : null))
  const isWanted = drawnProps === null || !standsFor(drawnProps, props)
  const place = useRef<KeptPlace | null>(null)
  useEffect(() => {
    if (Drawing !== null) return
    let isCurrent = true
    const load = () =>
      void drawingPart.load().then(
        (component) => {
          if (!isCurrent) return
          place.current = keepPlace(frame.current)
          // Many charts at once must not hold up what the reader does first.
          startTransition(() => setDrawing(() => component))
        },
        (error: unknown) => console.info('what draws charts could not be fetched', error),
      )
    // A chart whose result comes late may be taken over after it.
    const isWantedNow = isWanted || drawingPart.loaded() !== null || hadFirstInteraction()
    const stop = isWantedNow ? load() : onFirstInteraction(load)
    return () => {
      isCurrent = false
      stop?.()
    }
  }, [frame, Drawing, isWanted])
  useLayoutEffect(() => {
    place.current?.restore()
    place.current = null
  }, [Drawing])
  return Drawing
}

function standsFor(drawn: ChartDrawingProps, wanted: ChartDrawingProps): boolean {
  return (
    drawn.data === wanted.data &&
    drawn.visual === wanted.visual &&
    Math.abs(wanted.widthPx / drawn.widthPx - 1) <= fitsWithin &&
    Math.abs(wanted.heightPx / drawn.heightPx - 1) <= fitsWithin
  )
}
