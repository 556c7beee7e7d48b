'use client'

import { useLayoutEffect, useRef, type RefObject } from 'react'
import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
import type { Plot } from '@tidemark/shared/charts/plot/plot'
import type { ResultData, RunResult } from '@tidemark/shared/query/run-query'
import { drawnBy } from '#charts/drawing'
import type { ChosenMark } from './mark-rows'
import { useDrawing } from './use-drawing'
import { useMeasuredSize } from './use-measured-size'

/** A chart as it stands in the page. notes: what must be known about it, as sentences. */
export interface ShownChart {
  readonly plot: Plot
  readonly notes: readonly string[]
}

export interface ChartViewProps {
  readonly visual: ChartVisual
  readonly data: ResultData
  /** CSS px of the room for legend and drawing; without them the chart fills its parent. */
  readonly width?: number
  readonly height?: number
  readonly title: string
  readonly truncated?: RunResult['truncated']
  /** Chooses the value of the x column that a mark stands for: a click on it, or Enter. */
  readonly onCategory?: ((category: string | null) => void) | undefined
  /** Opens what can be done with a mark. */
  readonly onMark?: ((mark: ChosenMark) => void) | undefined
  /** Holds what is shown, from when this browser draws it. */
  readonly shown?: RefObject<ShownChart | null> | undefined
  /** Unix milliseconds for what is drawn at a fixed moment; the page's time otherwise. */
  readonly now?: number
}

/**
 * A chart of any type over a result. The server draws it, and the browser leaves that as it is until somebody shows
 * interest or there is something else to draw: only then is the code that draws fetched.
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
  const isServerDrawn = Drawing === null || drawnBy === 'server'
  const frame = {
    ref: root,
    className: 'relative min-w-0',
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
