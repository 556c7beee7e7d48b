import { err, ok, type Result } from '../../base/result'
import type { QuestionProblem } from '../stages/question-problem'
import { compileNarrowed } from '../compile/compile-question'
import type { CompiledModels, CompileOptions, ModelStep } from '../compile/question-base'
import { distinctLabels } from '../part-labels'
import type { Question } from '../question'
import { tableOfStage } from '../stages/question-stages'
import type { StageNarrowing } from '../stages/stage-places'
import type { ResultFilter } from '../../query/result-filter'
import { findColumn } from '../suggest-join'
import { questionsOf, tablesOf } from './model'
import type { ResolvedModel } from './resolve-models'

/** rest: the filters that no step can hold, such as searches in numbers. */
interface NarrowedModels extends CompiledModels {
  readonly rest: readonly ResultFilter[]
}

/**
 * The models of a question as steps before it, for the options that it is compiled with. narrowings: what narrows its own
 * steps.
 */
export function compileModels(
  question: Question,
  models: readonly ResolvedModel[],
  options: Omit<CompileOptions, 'models'>,
  narrowings: readonly StageNarrowing[] = [],
): Result<NarrowedModels, readonly QuestionProblem[]> {
  const tables = [question, ...questionsOf(models)].flatMap((one) =>
    tablesOf(one).flatMap(({ table }) => (table.model === undefined ? [table.name] : [])),
  )
  const texts = models.flatMap((model) => (model.kind === 'sql' ? [model.query.sql.toLowerCase()] : []))
  const wanted = models.map(({ name }) => stepName(name))
  // A step of a table's name would hide the table, also from SQL that may read one of that name.
  const taken = [...tables, ...wanted.filter((name) => texts.some((text) => text.includes(name.toLowerCase())))]
  const names = distinctLabels([...taken, ...wanted]).slice(taken.length)
  const steps = new Map(
    models.map(({ id, name, columns }, index): [string, ModelStep] => [
      id,
      {
        name: names[index] ?? name,
        columnName: (of) => (columns === null ? undefined : findColumn(columns, of))?.name ?? of.name,
      },
    ]),
  )
  const find = (id: string) => steps.get(id)
  const rest: ResultFilter[] = []
  const compiled: CompiledModels['with'][number][] = []
  for (const model of models) {
    const stepOf = steps.get(model.id)?.name ?? model.name
    if (model.kind === 'sql') {
      if (model.nested === null)
        return err([{ step: 'joins', partId: null, message: `“${model.name}” is SQL that you may not see.` }])
      compiled.push({ name: stepOf, select: model.nested })
      continue
    }
    const narrowing = narrowings.find(({ stage }) => tableOfStage(stage).model === model.id)
    const made = compileNarrowed(model.question, { ...options, models: { with: [], find } }, narrowing)
    if (!made.ok) return err(made.error)
    const { limit, orderBy } = made.value.select
    // Rows of a step have no order, but one decides which of them a limit keeps.
    const select = { ...made.value.select, orderBy: limit === null ? [] : orderBy }
    const left = made.value.rest
    for (const [index, filter] of (narrowing?.filters ?? []).entries())
      if (left.includes(filter)) rest.push({ ...filter, column: narrowing?.given[index] ?? filter.column })
    compiled.push({ name: stepOf, select })
  }
  return ok({ with: compiled, find, rest })
}

/** A single word could be the name of a step of ours, such as `grouped`. */
function stepName(name: string): string {
  return /^\w+$/.test(name) ? `${name} model` : name
}
