import { BadgeCheck, ListFilter, Sigma, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { isVerified, type Metric } from '@tidemark/shared/metrics/metric'
import type { Segment } from '@tidemark/shared/segments/segment'
import { AppLink } from '@/client/page/navigation'

/** A line of a list of what uses something: a metric. */
export function MetricUserItem({ metric }: { readonly metric: Metric }) {
  return (
    <DefinitionItem icon={Sigma} href={`/metrics/${metric.id}`} name={metric.name} kind="Metric">
      {isVerified(metric) && <BadgeCheck aria-label="Verified" className="size-4! shrink-0 text-good" />}
    </DefinitionItem>
  )
}

/** The same: a segment. */
export function SegmentUserItem({ segment: { id, name } }: { readonly segment: Segment }) {
  return <DefinitionItem icon={ListFilter} href={`/segments/${id}`} name={name} kind="Segment" />
}

interface DefinitionItemProps {
  readonly icon: LucideIcon
  readonly href: string
  readonly name: string
  readonly kind: string
  readonly children?: ReactNode
}

function DefinitionItem({ icon: Icon, href, name, kind, children }: DefinitionItemProps) {
  return (
    <li className="flex min-h-10 items-center gap-x-4 px-3.5 py-2">
      <AppLink
        href={href}
        className="flex min-w-0 items-center gap-2 rounded-row underline-offset-2 hover:text-accent hover:underline touch:py-2"
      >
        <Icon aria-hidden className="shrink-0 text-muted" />
        <span className="truncate">{name}</span>
      </AppLink>
      {children}
      <span className="ml-auto shrink-0 text-small text-muted">{kind}</span>
    </li>
  )
}
