import { LayoutDashboard } from 'lucide-react'
import type { ChartUser } from '@tidemark/shared/tables/table-users'
import { AppLink } from '@/client/page/navigation'
import { chartTypeIcon } from './chart-type-icon'

const linkClass = 'rounded-row underline-offset-2 hover:text-accent hover:underline'

/** A line of a list of what uses something: a chart, and the dashboards that show it. */
export function ChartUserItem({ user: { chart, dashboards } }: { readonly user: ChartUser }) {
  const Icon = chartTypeIcon(chart.visual.type)
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 px-3.5 py-2">
      <AppLink href={`/charts/${chart.id}`} className={`${linkClass} flex min-w-0 items-center gap-2 touch:py-2`}>
        <Icon aria-hidden className="shrink-0 text-muted" />
        <span className="truncate">{chart.name}</span>
      </AppLink>
      {dashboards.length > 0 && (
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
          {dashboards.map(({ id, name }) => (
            <AppLink
              key={id}
              href={`/dashboards/${id}`}
              className={`${linkClass} flex min-w-0 items-center gap-1.5 touch:py-2`}
            >
              <LayoutDashboard aria-hidden className="size-3.5! shrink-0" />
              <span className="truncate">{name}</span>
            </AppLink>
          ))}
        </span>
      )}
    </li>
  )
}
