import type { ChartType } from '@tidemark/shared/charts/chart-visual'
import { Skeleton } from '@/ui/skeleton'

/** Heights of the bars in percent: made up, the same on the server and in the browser. */
const barHeights = [38, 54, 47, 66, 58, 74, 63, 82, 70, 88] as const

/** Holds a chart's room with the shape of what is coming. */
export function TileSkeleton({ type }: { readonly type: ChartType }) {
  if (type === 'number') {
    return (
      <div className="flex flex-col gap-2 pt-1.5">
        <Skeleton className="h-6 w-28" />
        <Skeleton className="h-3 w-20" />
      </div>
    )
  }
  if (type === 'table') {
    return (
      <div className="flex h-full flex-col gap-2.5 overflow-hidden pt-1">
        {barHeights.map((_, index) => (
          <Skeleton key={index} className="h-3.5 w-full shrink-0" />
        ))}
      </div>
    )
  }
  return (
    <div className="flex h-full items-end gap-2 pb-5 pl-8">
      {barHeights.map((height, index) => (
        <span key={index} className="flex-1" style={{ height: `${height}%` }}>
          <Skeleton className="h-full rounded-b-none" />
        </span>
      ))}
    </div>
  )
}
