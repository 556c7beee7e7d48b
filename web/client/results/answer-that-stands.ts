import { getDatasetOfQuestion } from '@tidemark/shared/datasets/dataset-queries'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import type { ParameterValues } from '@tidemark/shared/query/parameter'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import type { Query, RunResult } from '@tidemark/shared/query/run-query'

/** The parameters and filters of a question besides its defaults. */
export interface AskedWith {
  readonly parameters: ParameterValues
  readonly filters: readonly ResultFilter[]
}

/**
 * The answer to a question as it is also to other values, where those differ in filters alone that are of none of its columns; null
 * where these may have another answer. result: what was answered to `before`. sourceColumns: as `sourceColumnNames` has them.
 */
export function answerThatStands(
  result: RunResult,
  { query, sourceColumns }: { readonly query: Query; readonly sourceColumns: readonly string[] | null },
  before: AskedWith,
  now: AskedWith,
): RunResult | null {
  const concerns = ({ column }: ResultFilter) => !lacksColumn(column, result, query, sourceColumns)
  const concerned = ({ parameters, filters }: AskedWith) => JSON.stringify([parameters, filters.filter(concerns)])
  if (concerned(before) !== concerned(now)) return null
  const ignored = now.filters.filter((filter) => result.ignoredFilters.includes(filter.column) || !concerns(filter))
  return { ...result, ignoredFilters: [...new Set(ignored.map(({ column }) => column))] }
}

/** The columns that a filter can use besides the answer's; null if unknown here. */
export function sourceColumnNames(view: EntryView, query: Query): readonly string[] | null {
  if (query.kind === 'sql') return []
  return getDatasetOfQuestion(view, query)?.columns.map(({ name }) => name) ?? null
}

/** True if it is sure that no filter of the column narrows the answer. */
function lacksColumn(
  column: string,
  { fields, truncated, ignoredFilters }: RunResult,
  query: Query,
  sourceColumns: readonly string[] | null,
): boolean {
  const isNamed = query.kind === 'builder' && JSON.stringify(query.question).includes(JSON.stringify(column))
  if (isNamed || fields.some(({ name }) => name === column) || sourceColumns?.includes(column)) return false
  // What was thinned out or counted has only the columns that are drawn.
  const isOfDrawing = truncated?.reason === 'points' || truncated?.reason === 'bins'
  return ignoredFilters.includes(column) || (sourceColumns !== null && !isOfDrawing)
}
