import type { Actor } from '../access/actor'
import { isRuledIn } from '../access/connection-access'
import { isUnderRule } from '../access/row-rules'
import { ruledSql } from '../access/rules'
import { queryOf, tablesOf, type Model } from '../builder/models/model'
import type { BuilderQuery, QuestionTable } from '../builder/question'
import type { RowRule } from '../builder/row-rules/row-rule'
import type { RuleLookup } from '../builder/row-rules/ruled-tables'
import { modelsBehind, modelsIn } from '../charts/chart-models'
import { findConnection, getRunTarget } from '../connections/connection-queries'
import type { Dataset } from '../datasets/dataset'
import { listDatasets } from '../datasets/dataset-queries'
import { namedTables } from '../datasets/dataset-rights'
import type { EntryView } from '../entries/entry-tx'
import { TidemarkError } from '../errors/tidemark-error'
import { localConnectionId, type Query } from '../query/run-query'

/**
 * Finds the rules that hold for an actor, of the tables of a connection and of models. Finding one fails with
 * `query-incomplete` if its table lacks the column by now.
 */
export function rulesFor(actor: Actor, view: EntryView, connectionId: string): RuleLookup {
  const find = rulesIn(view, connectionId)
  return (table) => {
    const { rule, dataset } = find(table)
    if (rule === undefined || !isUnderRule(actor, rule)) return undefined
    return dataset === undefined ? rule : ofPresentColumns(dataset, rule)
  }
}

/** Lists the rules of the tables and models that a question reads, itself or by models, whomever they hold for. */
export function rulesBehind(view: EntryView, { connectionId, question }: BuilderQuery): readonly RowRule[] {
  const find = rulesIn(view, connectionId)
  const models = modelsBehind(modelsIn(view), question)
  const questions = [question, ...models.flatMap((model) => (model.kind === 'builder' ? [model.question] : []))]
  return questions.flatMap((one) => tablesOf(one).flatMap(({ table }) => find(table).rule ?? []))
}

/** The rule of a table, if it has one. dataset: whose table it is. */
interface FoundRule {
  readonly rule?: RowRule | undefined
  readonly dataset?: Dataset
}
const none: FoundRule = {}

/** Finds rules by their tables. Names are the same in either case of their letters, as in some databases. */
function rulesIn(view: EntryView, connectionId: string): (table: QuestionTable) => FoundRule {
  const models = modelsIn(view)
  const keyOf = (schema: string | null, name: string) => JSON.stringify([schema, name]).toLowerCase()
  const rules = new Map<string, FoundRule>()
  if (connectionId === localConnectionId)
    for (const dataset of listDatasets(view))
      rules.set(keyOf(null, dataset.tableName), { rule: dataset.rowRule, dataset })
  for (const rule of findConnection(view, connectionId)?.rowRules ?? [])
    rules.set(keyOf(rule.schema, rule.table), { rule })
  return ({ schema, name, model }) =>
    (model === undefined ? rules.get(keyOf(schema, name)) : { rule: models(model)?.rowRule }) ?? none
}

/** The rule with the types that the columns of its data have by now. */
function ofPresentColumns({ name: of, columns }: Dataset, rule: RowRule): RowRule {
  const conditions = rule.conditions.map((condition) => {
    const { name } = condition.column
    const present = columns.find((column) => column.name === name)
    if (present === undefined)
      throw new TidemarkError('query-incomplete', {
        detail: `Which rows of “${of}” you see depends on “${name}”, which it has no more. Ask an admin.`,
      })
    const { type, databaseType } = present
    return { ...condition, column: { ...condition.column, type, databaseType } }
  })
  return { ...rule, conditions }
}

/**
 * Requires that no text in SQL reads data of which the actor sees only some rows: the query's own, or one of the models
 * behind it. Fails with `forbidden`.
 */
export function mustNotReadRuledData(actor: Actor, view: EntryView, query: Query, models: readonly Model[]): void {
  const texts = [query, ...models.map(queryOf)].filter(({ kind }) => kind === 'sql')
  const [first, ...others] = texts
  if (first === undefined) return
  if (query.connectionId !== localConnectionId) {
    if (isRuledIn(actor, getRunTarget(view, query.connectionId))) throw ruledSql()
    return
  }
  const isNamed = namedTables(first, others)
  const ruled = listDatasets(view).find(({ rowRule, tableName }) => isUnderRule(actor, rowRule) && isNamed(tableName))
  if (ruled !== undefined) throw ruledSql(`“${ruled.name}”`)
}
