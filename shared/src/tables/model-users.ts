import { canBeJoined } from '../query/field'
import { mentionedColumns } from '../builder/compile/question-base'
import { tablesOf, type Model, type ModelLookup } from '../builder/models/model'
import { resolveModels, type ResolvedModel } from '../builder/models/resolve-models'
import type { Question, QuestionTable } from '../builder/question'
import { stagesOf } from '../builder/stages/question-stages'
import { findColumn, type BuilderColumn } from '../builder/suggest-join'
import { columnsInUnions, unitedColumns } from '../builder/unions/united-columns'
import type { Chart, ChartQuery } from '../charts/chart'
import { modelOfChart, modelsBehind, modelsIn } from '../charts/chart-models'
import type { Metric } from '../metrics/metric'
import { listMetrics } from '../metrics/metric-queries'
import { questionInView } from '../metrics/metrics-in-question'
import { listCharts } from '../charts/chart-queries'
import type { EntryView } from '../entries/entry-tx'
import { withDashboards, type ChartUser } from './table-users'

/** The charts in use that ask a model, itself or by others, of those that the view holds, by name. */
export function usersOfModel(view: EntryView, id: Chart['id']): readonly ChartUser[] {
  const lookup = modelsIn(view)
  const charts = listCharts(view).filter(
    ({ id: other, query }) =>
      other !== id && query.kind === 'builder' && modelsBehind(lookup, query.question).some((model) => model.id === id),
  )
  return withDashboards(
    view,
    charts.map((chart) => ({ chart })),
  )
}

/** A chart that could no longer be asked, or not as it is, and why. */
export interface BrokenUser extends ChartUser {
  readonly reason: string
}

/** A metric that could no longer be measured, and why. */
export interface BrokenMetric {
  readonly metric: Metric
  readonly reason: string
}

/** The charts and metrics that a change would break. */
export interface Broken {
  readonly users: readonly BrokenUser[]
  readonly metrics: readonly BrokenMetric[]
}

const nothingBroken: Broken = { users: [], metrics: [] }

/**
 * The charts and metrics that a change of a model would break. next: the chart as it would be; null if it is no model any more.
 * columnsOf: of the tables that questions read.
 */
export function usersBrokenBy(
  view: EntryView,
  chart: Chart,
  next: Chart | null,
  columnsOf: (table: QuestionTable) => readonly BuilderColumn[] | undefined,
): Broken {
  // Of what is no model nothing can be asked before either, and each edit of any question comes by here.
  if (chart.isModel !== true) return nothingBroken
  const model = modelOfChart(view, chart)
  if (model.refusal !== undefined) return nothingBroken
  const now = modelsIn(view)
  const changed = next === null ? { ...model, refusal: 'would be no model any more.' } : modelOfChart(view, next)
  const then: ModelLookup = (id) => (id === model.id ? changed : now(id))
  const reasonOf = (query: ChartQuery): string | null => {
    const asked = query.kind === 'sql' ? null : questionInView(view, query)
    if (asked?.ok !== true) return null
    const { connectionId } = query
    const question = asked.value
    const [before, after] = [now, then].map((lookup) => resolveModels({ connectionId, question }, lookup, columnsOf))
    if (before?.ok !== true || after === undefined) return null
    return after.ok ? retyped(question, model, before.value, after.value) : (after.error[0]?.message ?? null)
  }
  const withReason = <User extends object>(user: User, query: ChartQuery) => {
    const reason = reasonOf(query)
    return reason === null ? [] : [{ ...user, reason }]
  }
  return {
    users: usersOfModel(view, chart.id).flatMap((user) => withReason(user, user.chart.query)),
    metrics: listMetrics(view)
      .filter(({ query }) => modelsBehind(now, query.question).some(({ id }) => id === chart.id))
      .flatMap((metric) => withReason({ metric }, metric.query)),
  }
}

/** Says which column that a question names would hold values of another kind; null for none. */
function retyped(
  question: Question,
  { id, name }: Model,
  before: readonly ResolvedModel[],
  after: readonly ResolvedModel[],
): string | null {
  const columnIn = (models: readonly ResolvedModel[], of: Pick<BuilderColumn, 'name' | 'part'>) =>
    findColumn(models.find((model) => model.id === id)?.columns ?? [], of)
  const named = stagesOf(question).flatMap(({ question: of }) => {
    const read = new Set(tablesOf(of).flatMap(({ table, join }) => (table.model === id ? [join] : [])))
    const mentioned = mentionedColumns(of)
    // What rows of several tables are called is of none of these.
    const own = unitedColumns(of) === null ? mentioned : mentioned.filter(({ join }) => join !== null)
    return [...own, ...columnsInUnions(of)].filter(({ join }) => read.has(join))
  })
  for (const column of named) {
    const [was, is] = [columnIn(before, column), columnIn(after, column)]
    if (was !== undefined && is !== undefined && was.type !== is.type && !canBeJoined(was.type, is.type))
      return `“${is.name}” of ${name} would be ${is.type} instead of ${was.type}.`
  }
  return null
}
