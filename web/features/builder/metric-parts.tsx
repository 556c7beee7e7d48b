'use client'

import { BadgeCheck, ExternalLink, Sigma, Unlink } from 'lucide-react'
import type { Question, QuestionMeasure } from '@tidemark/shared/builder/question'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { isVerified, metricIdSchema, type Metric } from '@tidemark/shared/metrics/metric'
import { getMetric } from '@tidemark/shared/metrics/metric-queries'
import { metricsOfTable } from '@tidemark/shared/metrics/metric-users'
import { measureAs, measureOfMetric } from '@tidemark/shared/metrics/metrics-in-question'
import { AppLink } from '@/client/page/navigation'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useView } from '@/client/workspace/use-view'
import { Button, buttonClass } from '@/ui/buttons/button'
import type { NewMeasure } from './measure-picks'
import type { PickGroup } from '@/features/commands/rank-picks'

interface AskedData {
  readonly connectionId: string
  readonly question: Question
}

/** Lists the metrics of the data that a question asks: none where rows of other tables are among it. */
export function metricsOf(
  view: EntryView,
  { connectionId, question: { source, unions = [] } }: AskedData,
): readonly Metric[] {
  return source === null || unions.length > 0 ? [] : metricsOfTable(view, connectionId, source)
}

/** The metrics to pick from, before all other measures. */
export function metricPicks(metrics: readonly Metric[], onPick: (measure: NewMeasure) => void): PickGroup[] {
  const items = metrics.flatMap((metric) => {
    const measure = measureAs(metric, 'new')
    if (measure === undefined) return []
    const { id: _, ...added } = measure
    return [
      {
        key: `metric ${metric.id}`,
        label: metric.name,
        about: metric.description === '' ? undefined : metric.description,
        icon: isVerified(metric) ? BadgeCheck : Sigma,
        keywords: metric.synonyms.join(' '),
        onPick: () => onPick(added),
      },
    ]
  })
  return items.length === 0 ? [] : [{ title: 'Metrics', items }]
}

interface MetricOfMeasureProps {
  readonly measure: QuestionMeasure
  readonly onChange: (measure: QuestionMeasure) => void
}

/** The words about a measure that is a metric, with the ways to its page and to a measure of its own. */
export function MetricOfMeasure({ measure, onChange }: MetricOfMeasureProps) {
  const id = metricIdSchema.parse(measure.metric)
  const metric = useView((view) => getMetric(view, id) ?? null, [id])
  const defined = metric && measureOfMetric(metric)
  const unlink = () => {
    if (!defined) return
    const { metric: _, ...own } = measure
    onChange({ ...own, ...defined, id: measure.id, label: measure.label, show: measure.show })
  }
  return (
    <div className="flex flex-col gap-2">
      <p className="flex items-center gap-1.5 font-medium">
        {metric !== null && isVerified(metric) ? (
          <BadgeCheck aria-label="Verified" className="text-good" />
        ) : (
          <Sigma aria-hidden className="text-muted" />
        )}
        {metric?.name ?? 'A metric that you do not see'}
      </p>
      {metric !== null && metric.description !== '' && (
        <p className="max-w-64 text-small text-muted">{metric.description}</p>
      )}
      <div className="flex flex-wrap gap-1.5">
        {metric !== null && (
          <AppLink href={`/metrics/${id}`} className={buttonClass({ size: 'sm' })}>
            <ExternalLink aria-hidden />
            Open metric
          </AppLink>
        )}
        {defined && (
          <Button size="sm" icon={Unlink} onClick={unlink}>
            Use a copy
          </Button>
        )}
      </div>
    </div>
  )
}

/** The button that begins to make a metric of a measure, for those who may edit. */
export function SaveAsMetric({ onOpen }: { readonly onOpen: () => void }) {
  const mayEdit = useMayEdit()
  if (!mayEdit) return null
  return (
    <Button size="sm" icon={Sigma} aria-haspopup="dialog" onClick={onOpen}>
      Save as a metric
    </Button>
  )
}
