import { LayoutDashboard, Sigma } from 'lucide-react'
import type { ChartUser } from '@tidemark/shared/tables/table-users'
import { chartTypeIcon } from '@/features/content/chart-type-icon'

interface ModelUserItemProps {
  readonly user: ChartUser
  readonly reason: string
}

/** A chart that asks a model, why it would break, and the dashboards that show it. */
export function ModelUserItem({ user: { chart, dashboards }, reason }: ModelUserItemProps) {
  const Icon = chartTypeIcon(chart.visual.type)
  return (
    <li className="flex flex-col gap-0.5 px-3.5 py-2">
      <span className="flex min-w-0 items-center gap-2 font-medium">
        <Icon aria-hidden className="shrink-0 text-muted" />
        <span className="min-w-0 truncate">{chart.name}</span>
      </span>
      <span dir="auto" className="text-small break-words text-muted">
        {reason}
      </span>
      {dashboards.length > 0 && (
        <span className="flex min-w-0 items-center gap-1.5 text-small text-muted">
          <LayoutDashboard aria-hidden className="size-3.5! shrink-0" />
          <span className="min-w-0 truncate">{dashboards.map(({ name }) => name).join(', ')}</span>
        </span>
      )}
    </li>
  )
}

/** A metric of a model, and why it would break. */
export function MetricBreakItem({ name, reason }: { readonly name: string; readonly reason: string }) {
  return (
    <li className="flex flex-col gap-0.5 px-3.5 py-2">
      <span className="flex min-w-0 items-center gap-2 font-medium">
        <Sigma aria-hidden className="shrink-0 text-muted" />
        <span className="min-w-0 truncate">{name}</span>
      </span>
      <span dir="auto" className="text-small break-words text-muted">
        {reason}
      </span>
    </li>
  )
}
