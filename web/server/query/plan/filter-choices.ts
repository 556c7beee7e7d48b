import { filteredColumn } from '@tidemark/shared/builder/compile/compile-result-filters'
import { isGroupable } from '@tidemark/shared/builder/check-question'
import type { Question, QuestionColumn } from '@tidemark/shared/builder/question'
import type { Connection } from '@tidemark/shared/connections/connection'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import type { RunItem } from '@tidemark/shared/query/run-query'
import type { StatementFrame } from '@/server/engine/process/engine-messages'
import { pointsDialectOf } from '../points/points-dialect'

type ValuesOf = NonNullable<RunItem['valuesOf']>

/** How many values a filter is offered at once; a search finds the others. */
export const mostChoices = 200

/** An item's filters, with that of the values that are searched for. */
export function filtersOfItem({ filters = [], valuesOf }: RunItem): readonly ResultFilter[] {
  const search = valuesOf?.search ?? ''
  return valuesOf === undefined || search === ''
    ? filters
    : [...filters, { column: valuesOf.column, op: 'contains', value: search }]
}

/**
 * The question for the values of a column, of the rows before they are grouped; null where it knows no such column. Where nobody can
 * group by it, those rows, for a frame to.
 */
export function choicesQuestion(
  question: Question,
  { column }: ValuesOf,
  sourceColumns: readonly Omit<QuestionColumn, 'join'>[],
): Question | null {
  const of = filteredColumn(question, column, sourceColumns)
  if (of === undefined) return null
  if (!isGroupable(of.type)) return { ...question, groups: [], measures: [], columns: [of], sort: [], limit: null }
  return {
    ...question,
    groups: [{ id: 'value', column: of, grain: null, label: '' }],
    measures: [{ id: 'rows', fn: 'count', column: null, percentile: 50, show: 'value', label: '' }],
    columns: [],
    sort: [{ id: 'sort', by: { kind: 'part', id: 'rows' }, direction: 'descending' }],
    limit: null,
  }
}

/** Around a statement: the values of a column of its answer. */
export function choicesFrame({ column }: ValuesOf, connection: Pick<Connection, 'kind'> | null): StatementFrame {
  const name = pointsDialectOf(connection).quoteName(column)
  return {
    compared: column,
    before: `SELECT ${name} AS choice, count(*) AS choice_rows FROM `,
    after: ` AS answer GROUP BY ${name} ORDER BY choice_rows DESC, choice`,
  }
}
