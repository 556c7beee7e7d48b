import type { Question, QuestionTable } from '../question'

/** How deep models may read one another, and how many one question may read in all. */
export const maxModelDepth = 10
export const maxModels = 40

/** A question that is asked like a table. refusal: why it cannot be, as the end of a sentence that begins with its name. */
export interface Model {
  readonly id: string
  readonly name: string
  readonly connectionId: string
  readonly question: Question
  readonly refusal?: string | undefined
}

/** undefined for a model that is not there, or not for whoever asks. */
export type ModelLookup = (id: string) => Model | undefined

/** The tables that a question names in any of its steps, with the join that brings each; null for the source. */
export function tablesOf({ source, joins, steps = [] }: Pick<Question, 'source' | 'joins' | 'steps'>): readonly {
  readonly table: QuestionTable
  readonly join: string | null
}[] {
  const joined = [joins, ...steps.map((step) => step.joins)].flat().map(({ id, table }) => ({ table, join: id }))
  return source === null ? joined : [{ table: source, join: null }, ...joined]
}

/** The question over other models in place of its own. otherOf: undefined for one that stays. */
export function overOtherModels(question: Question, otherOf: (id: string) => string | undefined): Question {
  const other = <Table extends QuestionTable>(table: Table): Table => ({
    ...table,
    ...(table.model === undefined ? {} : { model: otherOf(table.model) ?? table.model }),
  })
  const { source, joins, steps } = question
  const otherJoins = (of: Question['joins']) => of.map((join) => ({ ...join, table: other(join.table) }))
  return {
    ...question,
    source: source && other(source),
    joins: otherJoins(joins),
    ...(steps && { steps: steps.map((step) => ({ ...step, joins: otherJoins(step.joins) })) }),
  }
}
