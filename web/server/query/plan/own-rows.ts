import type { Actor } from '@tidemark/shared/access/actor'
import { isUnderRule } from '@tidemark/shared/access/row-rules'
import type { ModelLookup } from '@tidemark/shared/builder/models/model'
import { emptyQuestion, type BuilderQuery, type QuestionSort } from '@tidemark/shared/builder/question'
import { createRuledTables } from '@tidemark/shared/builder/row-rules/ruled-tables'
import { answerColumns, lastStage } from '@tidemark/shared/builder/stages/question-stages'
import { columnOf } from '@tidemark/shared/builder/suggest-join'
import type { Chart } from '@tidemark/shared/charts/chart'
import { modelsIn } from '@tidemark/shared/charts/chart-models'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import type { Query } from '@tidemark/shared/query/run-query'
import { rulesFor } from '@tidemark/shared/row-rules/rules-for'

/** A query over the rows that its asker sees. */
export interface QueryOverOwnRows {
  readonly query: Query
  /** Finds the models that it reads. */
  readonly lookup: ModelLookup
  /** Identifies the rows that rules leave; empty where none holds. */
  readonly ownRows: string
}

/**
 * Puts the asker's own rows in the place of each table and model that has a rule for them. SQL stays as it is:
 * `mustNotReadRuledData` has refused it if it reads one.
 */
export function overOwnRows(actor: Actor, view: EntryView, query: Query): QueryOverOwnRows {
  const { connectionId } = query
  const rules = rulesFor(actor, view, connectionId)
  const tables = createRuledTables(modelsIn(view), rules, { connectionId, asker: actor })
  if (query.kind === 'sql') return { query, lookup: tables.lookup, ownRows: '' }
  const question = tables.question(query.question)
  return {
    query: { ...query, question },
    lookup: tables.lookup,
    get ownRows() {
      return tables
        .rows()
        .map(({ question: rows }) => JSON.stringify([rows.source, rows.filter]))
        .join(' ')
    },
  }
}

/**
 * Returns a chart's own query; for who sees only some rows of it as a model, the question for those rows, sorted as far as
 * it sorts by columns that it has.
 */
export function queryOfChart(actor: Actor, { id, name, query, rowRule }: Chart): Query {
  if (!isUnderRule(actor, rowRule)) return query
  const source = { schema: null, name, model: id }
  const sort = query.kind === 'sql' ? [] : sortOf(query)
  return { kind: 'builder', connectionId: query.connectionId, question: { ...emptyQuestion, source, sort } }
}

function sortOf({ question }: BuilderQuery): QuestionSort[] {
  const columns = answerColumns(question)
  return lastStage(question).sort.flatMap((sort): QuestionSort[] => {
    const { by } = sort
    const column = columns.find(({ name, part }) => (by.kind === 'part' ? part === by.id : name === by.column.name))
    return column === undefined ? [] : [{ ...sort, by: { kind: 'column', column: columnOf(null, column) } }]
  })
}
