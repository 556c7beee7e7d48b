import type { Query, SqlQuery } from '../../query/run-query'
import type { SqlSyntax } from '../../query/sql-syntax'
import type { Question, QuestionTable } from '../question'
import type { RowRule } from '../row-rules/row-rule'
import type { BuilderColumn } from '../suggest-join'

/** How deep models may read one another, and how many one question may read in all. */
export const maxModelDepth = 10
export const maxModels = 40

/**
 * A query that is asked like a table. refusal: why it cannot be, as the end of a sentence that begins with its name.
 * rowRule: which of its rows people see; absent for all.
 */
interface ModelBase {
  readonly id: string
  readonly name: string
  readonly connectionId: string
  readonly refusal?: string | undefined
  readonly rowRule?: RowRule | undefined
}

export interface QuestionModel extends ModelBase {
  readonly kind: 'builder'
  readonly question: Question
}

/** SQL in the syntax of its connection. columns: of its answer. */
export interface SqlModel extends ModelBase {
  readonly kind: 'sql'
  readonly query: SqlQuery
  readonly syntax: SqlSyntax
  readonly columns: readonly BuilderColumn[]
}

export type Model = QuestionModel | SqlModel

/** The query of a model. */
export function queryOf(model: Model): Query {
  return model.kind === 'sql'
    ? model.query
    : { kind: 'builder', connectionId: model.connectionId, question: model.question }
}

/** The questions among models: of SQL nobody reads here what it asks. */
export function questionsOf(models: readonly Model[]): readonly Question[] {
  return models.flatMap((model) => (model.kind === 'sql' ? [] : [model.question]))
}

/** undefined for a model that is not there, or not for whoever asks. */
export type ModelLookup = (id: string) => Model | undefined

/** The tables that a question names in any of its steps, with the union or join that brings each; null for the source. */
export function tablesOf({
  source,
  steps = [],
  ...first
}: Pick<Question, 'source' | 'unions' | 'joins' | 'steps'>): readonly {
  readonly table: QuestionTable
  readonly join: string | null
}[] {
  const joined = [first, ...steps].flatMap(({ unions = [], joins }) =>
    [...unions, ...joins].map(({ id, table }) => ({ table, join: id })),
  )
  return source === null ? joined : [{ table: source, join: null }, ...joined]
}

/** The question over other models in place of its own. otherOf: undefined for one that stays. */
export function overOtherModels(question: Question, otherOf: (id: string) => string | undefined): Question {
  return overOtherTables(question, (table) => ({
    ...table,
    ...(table.model === undefined ? {} : { model: otherOf(table.model) ?? table.model }),
  }))
}

/** The question over other tables in place of its own, in any of its steps. */
export function overOtherTables(
  question: Question,
  other: <Table extends QuestionTable>(table: Table) => Table,
): Question {
  const { source, steps } = question
  const withOther = <Part extends { readonly table: QuestionTable }>(of: Part): Part => ({
    ...of,
    table: other(of.table),
  })
  const overOthers = <Stage extends Pick<Question, 'unions' | 'joins'>>(stage: Stage): Stage => ({
    ...stage,
    joins: stage.joins.map(withOther),
    ...(stage.unions && { unions: stage.unions.map(withOther) }),
  })
  return {
    ...overOthers(question),
    source: source && other(source),
    ...(steps && { steps: steps.map(overOthers) }),
  }
}
