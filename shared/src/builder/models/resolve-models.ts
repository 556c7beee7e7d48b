import { err, ok, type Result } from '../../base/result'
import { signsOfAnswer } from '../answer-signs'
import { checkQuestion, type QuestionProblem } from '../check-question'
import { missingColumns } from '../missing-names'
import type { QuestionTable } from '../question'
import type { BuilderColumn } from '../suggest-join'
import { maxModelDepth, maxModels, tablesOf, type Model, type ModelLookup } from './model'
import { modelColumns } from './model-columns'

/** A model with its columns and their signs; null where they are those of a table of which nothing is known here. */
export interface ResolvedModel extends Model {
  readonly columns: readonly BuilderColumn[] | null
}

/**
 * The models that a question reads, itself or by others, each after those that it reads; or what keeps it from being
 * asked: at the place where the question names the model, whichever one it lies in.
 */
export function resolveModels(
  { connectionId, question }: Pick<Model, 'connectionId' | 'question'>,
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
    for (const { table: read } of tablesOf(model.question)) {
      const problem = visit(read, [...path, model])
      if (problem !== null) return problem
    }
    const [wrong] = [...checkQuestion(model.question), ...missingColumns(model.question, find)]
    if (wrong !== undefined) return `“${name}” cannot be asked: ${wrong.message}`
    if (resolved.size >= maxModels) return `It reads more than ${maxModels} models.`
    const known = (of: QuestionTable) =>
      of.model === undefined ? columnsOf(of) : (resolved.get(of.model)?.columns ?? undefined)
    const columns = modelColumns(model.question, known)
    const signs = signsOfAnswer(model.question, (of) => known(of) ?? [])
    resolved.set(id, { ...model, columns: columns?.map((one) => ({ ...one, sign: signs[one.name] })) ?? null })
    return null
  }
  const find = (table: QuestionTable | null) => {
    const model = table?.model === undefined ? undefined : resolved.get(table.model)
    return model?.columns ? { title: model.name, columns: model.columns } : undefined
  }
  const problems = tablesOf(question).flatMap(({ table, join }): QuestionProblem[] => {
    const message = visit(table, [])
    return message === null ? [] : [{ step: 'joins', partId: join, message }]
  })
  if (problems.length > 0) return err(problems)
  const missing = missingColumns(question, find)
  return missing.length > 0 ? err(missing) : ok([...resolved.values()])
}
