import { isGroupable } from '@tidemark/shared/query/field'
import { filteredColumn } from '@tidemark/shared/builder/compile/compile-result-filters'
import { groupNames } from '@tidemark/shared/builder/part-labels'
import {
  ungrouped,
  type Question,
  type QuestionColumn,
  type QuestionGroup,
  type QuestionMeasure,
} from '@tidemark/shared/builder/question'
import type { Connection } from '@tidemark/shared/connections/connection'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import type { RunItem } from '@tidemark/shared/query/run-query'
import type { StatementFrame } from '@/server/engine/process/engine-messages'
import { pointsDialectOf } from '../points/points-dialect'

type ValuesOf = NonNullable<RunItem['valuesOf']>

/** How many values a filter offers at once; a search finds others. */
export const mostChoices = 200

/** Returns an item's filters, including the search among a column's values. */
export function filtersOfItem({ filters = [], valuesOf }: RunItem): readonly ResultFilter[] {
  const search = valuesOf?.search ?? ''
  return valuesOf === undefined || search === ''
    ? filters
    : [...filters, { column: valuesOf.column, op: 'contains', value: search }]
}

/**
 * Returns the question for the values of a column, with how many of the rows before grouping have each: those of a group as
 * the answer has them. Null if the question has no such column. If the column cannot be grouped, returns its rows, which a
 * frame then groups.
 */
export function choicesQuestion(
  question: Question,
  { column }: ValuesOf,
  sourceColumns: readonly Omit<QuestionColumn, 'join'>[],
): Question | null {
  const group = question.groups[groupNames(question).indexOf(column)]
  if (group !== undefined) return countedBy(question, { ...group, id: 'value', label: column })
  const of = filteredColumn(question, column, sourceColumns)
  if (of === undefined) return null
  if (!isGroupable(of.type)) return { ...ungrouped(question), columns: [of] }
  return countedBy(question, { id: 'value', column: of, grain: null, label: '' })
}

const rows: QuestionMeasure = { id: 'rows', fn: 'count', column: null, percentile: 50, show: 'value', label: '' }

/** Returns the question for how many rows each group has. What the largest are found by is needed for that. */
function countedBy(question: Question, { top: given, ...group }: QuestionGroup): Question {
  // The largest of each value of another group may be any of them.
  const top = given?.within === undefined ? given : undefined
  const ranking = question.measures.find(({ id }) => id === top?.by)
  return {
    ...ungrouped(question),
    groups: [{ ...group, ...(top && { top: { ...top, by: ranking === undefined ? null : 'ranking' } }) }],
    measures: [rows, ...(ranking === undefined ? [] : [{ ...ranking, id: 'ranking' }])],
    sort: [{ id: 'sort', by: { kind: 'part', id: 'rows' }, direction: 'descending' }],
  }
}

/** Returns the frame that lists the values of a column of a statement's result. */
export function choicesFrame({ column }: ValuesOf, connection: Pick<Connection, 'kind'> | null): StatementFrame {
  const name = pointsDialectOf(connection).quoteName(column)
  return {
    compared: column,
    before: `SELECT ${name} AS choice, count(*) AS choice_rows FROM `,
    after: ` AS answer GROUP BY ${name} ORDER BY choice_rows DESC, choice`,
  }
}
