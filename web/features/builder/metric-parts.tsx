'use client'

import { BadgeCheck, ExternalLink, Sigma, Unlink } from 'lucide-react'
import { newId } from '@tidemark/shared/base/ids'
import { orderBetween } from '@tidemark/shared/base/order'
import { measureLabel } from '@tidemark/shared/builder/part-labels'
import { emptyQuestion, type Question, type QuestionMeasure } from '@tidemark/shared/builder/question'
import { isSameTable } from '@tidemark/shared/builder/same-table'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { isVerified, metricIdSchema, type Metric } from '@tidemark/shared/metrics/metric'
import { getMetric, listMetrics } from '@tidemark/shared/metrics/metric-queries'
import { measureAs, measureOfMetric } from '@tidemark/shared/metrics/metrics-in-question'
import { autoFormat } from '@tidemark/shared/query/number-format'
import { AppLink, navigate } from '@/client/page/navigation'
import { useIsInWorkspace } from '@/client/workspace/change-target'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { Button, buttonClass } from '@/ui/buttons/button'
import { toast } from '@/ui/popups/toaster'
import { reportProblem } from '../messages/report-problem'
import type { NewMeasure } from './measure-picks'
import type { PickGroup } from './rank-picks'

interface AskedData {
  readonly connectionId: string
  readonly question: Question
}

/** Lists the metrics of the data that a question asks. */
export function metricsOf(view: EntryView, { connectionId, question: { source } }: AskedData): readonly Metric[] {
  return listMetrics(view).filter(({ query }) => {
    const own = query.question.source
    return query.connectionId === connectionId && source !== null && own !== null && isSameTable(own, source)
  })
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

interface SaveAsMetricProps extends AskedData {
  readonly measure: QuestionMeasure
  /** Takes the measure that is now the metric. */
  readonly onSaved: (measure: QuestionMeasure) => void
}

/** Makes a metric of a measure, for those who may edit. */
export function SaveAsMetric({ measure, connectionId, question, onSaved }: SaveAsMetricProps) {
  const mayEdit = useMayEdit()
  const isInWorkspace = useIsInWorkspace()
  const mutate = useMutate()
  const lastOrder = useView((view) => listMetrics(view).at(-1)?.order ?? null, [])
  const columns = [measure.column, ...(measure.expression?.columns ?? []).map(({ column }) => column)]
  // A metric has no joins, and no computed columns.
  if (!mayEdit || !isInWorkspace || columns.some((column) => column?.join)) return null
  const save = async () => {
    const id = metricIdSchema.parse(newId())
    const name = measureLabel({ ...measure, show: 'value' })
    const { show: _, ...own } = measure
    await mutate(
      'createMetric',
      {
        id,
        folderId: null,
        name,
        description: '',
        query: {
          kind: 'builder',
          connectionId,
          question: {
            ...emptyQuestion,
            source: question.source,
            measures: [{ ...own, id: 'value', show: 'value', label: '' }],
          },
        },
        time: null,
        format: autoFormat,
        goodDirection: 'up',
        order: orderBetween(lastOrder, null),
      },
      { label: `Make a metric of ${name}` },
    )
    onSaved({ ...measure, metric: id, label: measureLabel(measure) })
    toast(`“${name}” is a metric now`, {
      tone: 'good',
      description: 'Other charts of this data can measure it.',
      action: { label: 'Open', onClick: () => navigate(`/metrics/${id}`) },
    })
  }
  return (
    <Button size="sm" icon={Sigma} onClick={() => void save().catch(reportProblem)}>
      Save as a metric
    </Button>
  )
}
