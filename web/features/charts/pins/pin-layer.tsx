'use client'

import { MessageSquare } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
import type { DrawnPlot } from '@tidemark/shared/charts/plot/plot'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { usePageEnvironment } from '@/client/page/page-environment'
import { tooltipProps } from '@/ui/popups/tooltip'
import { notePinPlaces } from './pin-places'
import { placePins } from './place-pins'
import type { Pins } from './pins'

export interface PinLayerProps {
  readonly plot: DrawnPlot
  readonly visual: ChartVisual
  readonly data: ResultData
  readonly pins: Pins
}

const sizePx = 18

/** Lies over a drawing: a button at each mark that has pins. */
export default function PinLayer({ plot, visual, data, pins: { owner, threads, query, onOpen } }: PinLayerProps) {
  const { locale } = usePageEnvironment()
  const { placed, places } = useMemo(() => {
    const pins = threads.flatMap(({ id, mark }) =>
      mark === undefined ? [] : [{ ...mark, id, label: `Open thread on ${mark.label}`, measure: mark.measure }],
    )
    return placePins(plot, pins, { query, visual, data }, locale)
  }, [plot, threads, query, visual, data, locale])
  useEffect(() => notePinPlaces(owner, places), [owner, places])
  return placed.map(({ x, y, pins: here }) => {
    const [first] = here
    if (first === undefined) return null
    const label = here.map((pin) => pin.label).join('; ')
    return (
      <button
        key={first.id}
        type="button"
        data-part="pin"
        aria-label={label}
        onClick={() => onOpen(first.id)}
        // Above its mark, and within the drawing.
        style={{
          left: Math.max(0, Math.min(x - sizePx / 2, plot.widthPx - sizePx)),
          top: Math.max(0, Math.min(y - sizePx - 4, plot.heightPx - sizePx)),
        }}
        className="absolute z-1 inline-flex h-[18px] min-w-[18px] items-center justify-center gap-0.5 rounded-full rounded-bl-none border border-accent bg-raised px-0.5 text-caption font-semibold text-accent shadow-tile tabular hover:bg-accent hover:text-on-accent touch:before:absolute touch:before:-inset-3 print:hidden"
        {...tooltipProps(label)}
      >
        {here.length > 1 ? here.length : <MessageSquare aria-hidden className="size-2.5!" />}
      </button>
    )
  })
}
