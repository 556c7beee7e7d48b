import { err, ok, type Result } from '../base/result'
import type { QuestionProblem } from '../builder/stages/question-problem'
import type { BuilderQuery, Question, QuestionFilter, QuestionMeasure } from '../builder/question'
import { isSameTable } from '../builder/same-table'
import { segmentIdSchema } from '../segments/segment'
import { getSegment } from '../segments/segment-queries'
import { withSegments } from '../segments/segments-in-question'
import { withoutSegments } from '../segments/without-segments'
import type { EntryView } from '../entries/entry-tx'
import { metricIdSchema, type Metric } from './metric'
import { getMetric } from './metric-queries'

/** Returns the measure that a metric defines, with the filter of its question; undefined while it has none. */
export function measureOfMetric({ query: { question } }: Pick<Metric, 'query'>): QuestionMeasure | undefined {
  const [measure] = question.measures
  return measure && withFilters(measure, [question.filter, ...(measure.filters ?? [])])
}

/** Returns the measure that is a metric in a question, named after it; undefined while it has no definition. */
export function measureAs(metric: Metric, id: string): QuestionMeasure | undefined {
  const defined = measureOfMetric(metric)
  if (defined === undefined) return undefined
  const { filters: _, ...measure } = defined
  return { ...measure, id, label: metric.name, show: 'value', metric: metric.id }
}

/**
 * Returns a question in which each measure that is a metric is what the metric is now. metricOf: undefined for those that
 * do not exist, or that the reader may not see.
 */
export function withMetrics(
  { connectionId, question }: Pick<BuilderQuery, 'connectionId' | 'question'>,
  metricOf: (id: string) => Metric | undefined,
): Result<Question, readonly QuestionProblem[]> {
  if (question.measures.every(({ metric }) => metric === undefined)) return ok(question)
  const problems: QuestionProblem[] = []
  const measures = question.measures.map((measure) => {
    if (measure.metric === undefined) return measure
    const metric = metricOf(measure.metric)
    const reason =
      metric === undefined || metric.deletedAt !== null
        ? `The metric “${measure.label}” is in the trash, or in a folder that you do not see.`
        : reasonAgainst(metric, { connectionId, question })
    const defined = metric && measureOfMetric(metric)
    if (reason === null && defined !== undefined) return definedAs(measure, defined)
    problems.push({
      step: 'measures',
      partId: measure.id,
      message: reason ?? `“${metric?.name}” measures nothing yet.`,
    })
    return measure
  })
  return problems.length > 0 ? err(problems) : ok({ ...question, measures })
}

/** The question with the metrics and segments that a view has as they are now. */
export function questionInView(
  view: EntryView,
  { connectionId, question }: Pick<BuilderQuery, 'connectionId' | 'question'>,
): Result<Question, readonly QuestionProblem[]> {
  const measured = withMetrics({ connectionId, question }, (id) => getMetric(view, metricIdSchema.parse(id)))
  if (!measured.ok) return measured
  return withSegments({ connectionId, question: measured.value }, (id) => getSegment(view, segmentIdSchema.parse(id)))
}

/** The same question without metrics and segments, for where they are not: with measures and conditions of its own. */
export function withoutDefinitions(view: EntryView, query: BuilderQuery): BuilderQuery {
  const found = questionInView(view, query)
  if (!found.ok) return query
  const { steps, ...first } = found.value
  const plain = <Step extends Pick<Question, 'filter' | 'measures'>>(step: Step): Step => ({
    ...step,
    filter: withoutSegments(step.filter),
    measures: step.measures.map(({ metric: _, filters, ...measure }) => ({
      ...measure,
      ...(filters && { filters: filters.map(withoutSegments) }),
    })),
  })
  return { ...query, question: { ...plain(first), ...(steps && { steps: steps.map(plain) }) } }
}

function reasonAgainst(
  metric: Metric,
  { connectionId, question: { source, unions = [] } }: Pick<BuilderQuery, 'connectionId' | 'question'>,
): string | null {
  if (unions.length > 0)
    return `“${metric.name}” measures the rows of one table. Make a model of the rows put together, and a metric of that.`
  const own = metric.query.question.source
  const isOfSource =
    metric.query.connectionId === connectionId && own !== null && source !== null && isSameTable(own, source)
  return isOfSource ? null : `“${metric.name}” is a metric of other data.`
}

function definedAs(
  { id, label, show, filters = [], metric }: QuestionMeasure,
  defined: QuestionMeasure,
): QuestionMeasure {
  return {
    ...withFilters(defined, [...(defined.filters ?? []), ...filters]),
    id,
    label,
    show,
    ...(metric && { metric }),
  }
}

function withFilters({ filters: _, ...measure }: QuestionMeasure, filters: readonly QuestionFilter[]): QuestionMeasure {
  const given = filters.filter(({ items }) => items.length > 0)
  return given.length === 0 ? measure : { ...measure, filters: given }
}
