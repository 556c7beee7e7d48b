import { overOtherModels, tablesOf, type Model, type ModelLookup, type QuestionModel } from '../builder/models/model'
import type { Question } from '../builder/question'
import { findConnection } from '../connections/connection-queries'
import { syntaxOf } from '../connections/connection-syntax'
import type { EntryView } from '../entries/entry-tx'
import { questionInView } from '../metrics/metrics-in-question'
import { chartIdSchema, isSqlChart, type Chart } from './chart'
import { getChart, listCharts } from './chart-queries'
import { sqlModelOf } from './sql-model'

/** A chart as a model, with its metrics as they are defined now, or with the reason why it cannot be asked. */
export function modelOfChart(view: EntryView, chart: Chart): Model {
  const { isModel, deletedAt, rowRule } = chart
  const model: Model = { ...modelOf(view, chart), ...(rowRule && { rowRule }) }
  if (deletedAt !== null) return { ...model, refusal: 'is in the trash. Restore it, or choose another table.' }
  return isModel === true ? model : { ...model, refusal: 'is no longer a model.' }
}

function modelOf(view: EntryView, chart: Chart): Model {
  if (isSqlChart(chart)) return sqlModelOf(chart, syntaxOf(findConnection(view, chart.query.connectionId) ?? null))
  const { id, name, query } = chart
  if (query.kind === 'sql') throw new Error('SQL was taken for a question')
  return withItsMetrics(view, { kind: 'builder', id, name, connectionId: query.connectionId, question: query.question })
}

/** Finds the models that the reader of a view sees. */
export function modelsIn(view: EntryView): ModelLookup {
  return (id) => {
    const parsed = chartIdSchema.safeParse(id)
    const chart = parsed.success ? getChart(view, parsed.data) : undefined
    return chart && modelOfChart(view, chart)
  }
}

function withItsMetrics(view: EntryView, model: QuestionModel): QuestionModel {
  const found = questionInView(view, model)
  if (found.ok) return found.value === model.question ? model : { ...model, question: found.value }
  return { ...model, refusal: `cannot be asked: ${found.error[0]?.message}` }
}

/** Lists the models over a connection, in order. */
export function listModels(view: EntryView, connectionId: string): readonly Model[] {
  return listCharts(view).flatMap((chart) =>
    chart.isModel === true && chart.query.connectionId === connectionId ? [modelOfChart(view, chart)] : [],
  )
}

/** The models that a question reads, itself or by others, by their ids. */
export function modelsById(view: EntryView, question: Question): Readonly<Record<string, Model>> {
  return Object.fromEntries(modelsBehind(modelsIn(view), question).map((model) => [model.id, model]))
}

/** The chart over other models in place of its own, by their ids. */
export function chartOverOtherModels(chart: Chart, ids: ReadonlyMap<string, string>): Chart {
  const { query, modelJoins } = chart
  const otherOf = (id: string) => ids.get(id)
  return {
    ...chart,
    query: query.kind === 'sql' ? query : { ...query, question: overOtherModels(query.question, otherOf) },
    ...(modelJoins && {
      modelJoins: modelJoins.map((join) => ({
        ...join,
        other:
          join.other.kind === 'model' ? { ...join.other, id: otherOf(join.other.id) ?? join.other.id } : join.other,
      })),
    }),
  }
}

/** Finds models among these. */
export function modelsAmong(models: Readonly<Record<string, Model>>): ModelLookup {
  return (id) => (Object.hasOwn(models, id) ? models[id] : undefined)
}

/** Lists the models that a question reads, itself or by others, each once, also those that cannot be asked. */
export function modelsBehind(lookup: ModelLookup, question: Question): readonly Model[] {
  const found = new Map<string, Model>()
  const visit = (of: Question) => {
    for (const { table } of tablesOf(of)) {
      const model = table.model === undefined || found.has(table.model) ? undefined : lookup(table.model)
      if (model === undefined) continue
      found.set(model.id, model)
      if (model.kind === 'builder') visit(model.question)
    }
  }
  visit(question)
  return [...found.values()]
}
