import { BadgeCheck, Sigma } from 'lucide-react'
import { isVerified, type Metric } from '@tidemark/shared/metrics/metric'
import { AppLink } from '@/client/page/navigation'

/** A line of a list of what uses something: a metric. */
export function MetricUserItem({ metric }: { readonly metric: Metric }) {
  return (
    <li className="flex min-h-10 items-center gap-x-4 px-3.5 py-2">
      <AppLink
        href={`/metrics/${metric.id}`}
        className="flex min-w-0 items-center gap-2 rounded-row underline-offset-2 hover:text-accent hover:underline touch:py-2"
      >
        <Sigma aria-hidden className="shrink-0 text-muted" />
        <span className="truncate">{metric.name}</span>
      </AppLink>
      {isVerified(metric) && <BadgeCheck aria-label="Verified" className="size-4! shrink-0 text-good" />}
      <span className="ml-auto shrink-0 text-small text-muted">Metric</span>
    </li>
  )
}
