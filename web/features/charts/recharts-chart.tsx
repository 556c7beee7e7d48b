import { useEffect, useRef } from 'react'
import { ActiveMarkLayer } from './active-mark-layer'
import type { ChosenMark } from './mark-rows'
import { RechartsCartesian } from './recharts-cartesian'
import { RechartsPie } from './recharts-pie'
import { RechartsScatter } from './recharts-scatter'
import type { DrawnPlot } from './static-chart'

export interface RechartsChartProps {
  readonly plot: DrawnPlot
  readonly title: string
  readonly highlighted: string | null
  readonly onCategory?: ((category: string | null) => void) | undefined
  readonly onMark?: ((mark: Omit<ChosenMark, 'data'>) => void) | undefined
  /** Called once the marks are in the page. */
  readonly onDrawn: () => void
}

/** A plot drawn by Recharts, which decides nothing: domains, ticks, margins, colours and shapes are the plot's. */
export default function RechartsChart({ plot, title, highlighted, onCategory, onMark, onDrawn }: RechartsChartProps) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Recharts settles its axes in effects of its own; marks appear some renders after this one.
    let frame = 0
    const look = () => {
      if (hasNoMarks(plot) || root.current?.querySelector('.recharts-surface [data-mark], .recharts-curve') != null)
        onDrawn()
      else frame = requestAnimationFrame(look)
    }
    look()
    return () => cancelAnimationFrame(frame)
  }, [plot, onDrawn])
  return (
    <div
      ref={root}
      style={{ position: 'relative', width: plot.widthPx, height: plot.heightPx, fontVariantNumeric: 'tabular-nums' }}
    >
      <ActiveMarkLayer plot={plot} title={title} onCategory={onCategory} onMark={onMark}>
        {plot.kind === 'cartesian' && <RechartsCartesian plot={plot} highlighted={highlighted} />}
        {plot.kind === 'scatter' && <RechartsScatter plot={plot} highlighted={highlighted} />}
        {plot.kind === 'pie' && <RechartsPie plot={plot} highlighted={highlighted} />}
      </ActiveMarkLayer>
    </div>
  )
}

function hasNoMarks(plot: DrawnPlot): boolean {
  switch (plot.kind) {
    case 'cartesian':
      return plot.series.every((series) =>
        series.points.every((point) => point.high === null || (series.mark === 'bar' && point.rect === null)),
      )
    case 'scatter':
      return plot.series.every((series) => series.dots.length === 0)
    case 'pie':
      return plot.slices.length === 0
  }
}
