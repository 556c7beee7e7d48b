import { err, ok, type Result } from '../../base/result'
import { signsOfAnswer } from '../answer-signs'
import { checkQuestion } from '../check-question'
import { atStage, type QuestionProblem } from '../stages/question-problem'
import { isOfStage, stagesOf, tableOfStage } from '../stages/question-stages'
import type { SqlText } from '../compile/sql-node'
import { missingColumns } from '../missing-names'
import type { Question, QuestionTable } from '../question'
import type { BuilderColumn } from '../suggest-join'
import {
  maxModelDepth,
  maxModels,
  tablesOf,
  type Model,
  type ModelLookup,
  type QuestionModel,
  type SqlModel,
} from './model'
import { modelColumns } from './model-columns'
import { nestedSql } from './nested-select'

/**
 * A model with its columns and their signs; null where they are those of a table of which nothing is known here. nested: SQL as
 * it stands in another statement, with the values of its parameters by the names in it; null for a reader who may not see it.
 */
export type ResolvedModel =
  | (SqlModel & { readonly nested: SqlText | null })
  | (QuestionModel & { readonly columns: readonly BuilderColumn[] | null })

/**
 * The models that a question reads, itself or by others, each after those that it reads; or what keeps it from being
 * asked: at the place where the question names the model, whichever one it lies in. The steps of a question but its last are
 * among them, which `lastStage` reads, and a model of several is its last one.
 */
export function resolveModels(
  { connectionId, question }: Pick<QuestionModel, 'connectionId' | 'question'>,
  lookup: ModelLookup,
  columnsOf: (table: QuestionTable) => readonly BuilderColumn[] | undefined = () => undefined,
): Result<readonly ResolvedModel[], readonly QuestionProblem[]> {
  const resolved = new Map<string, ResolvedModel>()
  const visit = (table: QuestionTable, path: readonly Model[]): string | null => {
    if (table.model === undefined || resolved.has(table.model)) return null
    const model = lookup(table.model)
    if (model === undefined) return `“${table.name}” is no longer there, or is kept from you.`
    const { id, name, refusal } = model
    if (refusal !== undefined) return `“${name}” ${refusal}`
    const from = path.findIndex((one) => one.id === id)
    if (from >= 0) return `“${name}” reads itself: ${[...path.slice(from), model].map((one) => one.name).join(' → ')}.`
    if (path.length >= maxModelDepth) return `“${name}” lies deeper than ${maxModelDepth} models.`
    if (model.connectionId !== connectionId) return `“${name}” is of another database.`
    if (model.kind === 'sql') {
      if (resolved.size + 1 > maxModels) return tooMany
      const nested = model.query.withheld === true ? ok(null) : nestedSql(model.query, model.syntax, id)
      if (!nested.ok) return `“${name}” cannot be asked: its SQL ${nested.error}`
      resolved.set(id, { ...model, nested: nested.value })
      return null
    }
    for (const { table: read } of tablesOf(model.question)) {
      const problem = visit(read, [...path, model])
      if (problem !== null) return problem
    }
    if (resolved.size + stagesOf(model.question, id).length > maxModels) return tooMany
    const [wrong] = [...checkQuestion(model.question), ...resolveStages(model.question, model)]
    return wrong === undefined ? null : `“${name}” cannot be asked: ${wrong.message}`
  }
  const find = (table: QuestionTable | null) => {
    const model = table?.model === undefined ? undefined : resolved.get(table.model)
    return model?.columns ? { title: model.name, columns: model.columns } : undefined
  }
  const known = (of: QuestionTable) =>
    of.model === undefined ? columnsOf(of) : (resolved.get(of.model)?.columns ?? undefined)
  /** parts: of columns that are neither groups nor measures. */
  const keep = (model: QuestionModel, parts: ReadonlyMap<string, string> = new Map()) => {
    const columns = modelColumns(model.question, known)?.map((column) => {
      const part = column.part ?? parts.get(column.name)
      return part === undefined ? column : { ...column, part }
    })
    const signs = signsOfAnswer(model.question, (of) => known(of) ?? [])
    resolved.set(model.id, { ...model, columns: columns?.map((one) => ({ ...one, sign: signs[one.name] })) ?? null })
  }
  /** owner: the model that they are the steps of; null for the question itself, whose last step nothing reads. */
  const resolveStages = (of: Question, owner: QuestionModel | null): readonly QuestionProblem[] => {
    const stages = stagesOf(of, owner?.id)
    for (const stage of stages) {
      const missing = atStage(stage, missingColumns(stage.question, find))
      if (missing.length > 0) return missing
      const { name, model: id } = tableOfStage(stage, owner?.id)
      if (stage !== stages.at(-1))
        keep({ kind: 'builder', id, name, connectionId, question: stage.question }, computedParts(stage.question))
      else if (owner !== null) keep({ ...owner, question: stage.question })
    }
    return []
  }
  const problems = stagesOf(question).flatMap((stage) =>
    atStage(
      stage,
      tablesOf(stage.question).flatMap(({ table, join }): QuestionProblem[] => {
        const message = isOfStage(table) ? null : visit(table, [])
        return message === null ? [] : [{ step: 'joins', partId: join, message }]
      }),
    ),
  )
  if (problems.length > 0) return err(problems)
  const missing = resolveStages(question, null)
  return missing.length > 0 ? err(missing) : ok([...resolved.values()])
}

const tooMany = `It reads more than ${maxModels} models.`

/** A step's computed columns by name: no one else has said anything of them, so that they may go by their ids. */
function computedParts({ expressions = [], groups, measures, columns }: Question): ReadonlyMap<string, string> {
  const isAll = groups.length + measures.length + columns.length === 0
  return new Map(isAll ? expressions.map(({ id, name }) => [name, id]) : [])
}
