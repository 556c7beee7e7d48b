import { getDatasetOfQuestion } from '@tidemark/shared/datasets/dataset-queries'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import type { ParameterValues } from '@tidemark/shared/query/parameter'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import type { Query, RunResult } from '@tidemark/shared/query/run-query'

/** The parameters and filters with which a question was asked. */
export interface AskedWith {
  readonly parameters: ParameterValues
  readonly filters: readonly ResultFilter[]
}

/**
 * Returns the answer for other values without asking again, if they differ only in filters on columns that the question
 * does not have; null if the answer may differ. result: the answer for `before`. sourceColumns: from
 * `sourceColumnNames`.
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

/** Returns the columns that a filter can use besides those of the answer; null if unknown here. */
export function sourceColumnNames(view: EntryView, query: Query): readonly string[] | null {
  if (query.kind === 'sql') return []
  return getDatasetOfQuestion(view, query)?.columns.map(({ name }) => name) ?? null
}

/** Returns true if a filter on this column certainly does not narrow the answer. */
function lacksColumn(
  column: string,
  { fields, truncated, ignoredFilters }: RunResult,
  query: Query,
  sourceColumns: readonly string[] | null,
): boolean {
  const isNamed = query.kind === 'builder' && JSON.stringify(query.question).includes(JSON.stringify(column))
  if (isNamed || fields.some(({ name }) => name === column) || sourceColumns?.includes(column)) return false
  // A thinned or binned answer has only the columns that are drawn.
  const isOfDrawing = truncated?.reason === 'points' || truncated?.reason === 'bins'
  return ignoredFilters.includes(column) || (sourceColumns !== null && !isOfDrawing)
}
