import { ChartNoAxesColumn, TriangleAlert } from 'lucide-react'
import type { EmptyPlot, UnsuitablePlot } from '@tidemark/shared/charts/plot/plot'
import { classNames } from '@/ui/class-names'

/** In place of a chart that has nothing to draw, or whose result does not fit its type. */
export function ChartMessage({ plot }: { readonly plot: EmptyPlot | UnsuitablePlot }) {
  const Icon = plot.kind === 'empty' ? ChartNoAxesColumn : TriangleAlert
  return (
    <div
      role={plot.kind === 'unsuitable' ? 'status' : undefined}
      className={classNames(
        'flex flex-col items-center justify-center-safe gap-2 overflow-y-auto text-center text-muted',
        plot.widthPx >= 240 && 'px-4',
      )}
      style={{ width: plot.widthPx, height: plot.heightPx }}
    >
      {plot.heightPx >= 72 && <Icon aria-hidden className="text-faint" />}
      <p className="max-w-80 text-small">{plot.reason}</p>
    </div>
  )
}
